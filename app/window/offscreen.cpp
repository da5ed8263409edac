#include "window/offscreen.h"

#include <glad/egl.h>
#include <glad/gl.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "window/painter.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace launchlab {

struct Offscreen::Inside {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    ImGuiContext* imgui = nullptr;
    bool backend = false;
    std::unique_ptr<Painter> painter;
    int width = 0, height = 0;

    ~Inside() {
        painter.reset();
        if (imgui) {
            ImGui::SetCurrentContext(imgui);
            if (backend) ImGui_ImplOpenGL3_Shutdown();
            ImGui::DestroyContext(imgui);
        }
        if (display != EGL_NO_DISPLAY) {
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
            eglTerminate(display);
        }
    }
};

Offscreen::Offscreen(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Offscreen::~Offscreen() = default;

Result<std::unique_ptr<Offscreen>> Offscreen::open(int width, int height) {
    auto fail = [](const char* what) { return Error{"picture", std::string(what) + " Install libegl1 and libgl1-mesa-dri, or take the picture on a machine with a display."}; };
    if (!gladLoaderLoadEGL(EGL_NO_DISPLAY)) return fail("EGL could not be opened.");
    auto inside = std::make_unique<Inside>();
    // Asked for by name: the loader knows functions of EGL 1.5 only once there is a display.
    using GetDisplay = EGLDisplay (*)(EGLenum, void*, const EGLint*);
    auto get_display = reinterpret_cast<GetDisplay>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (!get_display) return fail("This EGL knows no displays without a screen.");
    inside->display = get_display(0x31DD /* EGL_PLATFORM_SURFACELESS_MESA */, EGL_DEFAULT_DISPLAY, nullptr);
    if (inside->display == EGL_NO_DISPLAY || !eglInitialize(inside->display, nullptr, nullptr)) {
        inside->display = EGL_NO_DISPLAY;
        return fail("EGL offers no display without a screen.");
    }
    gladLoaderLoadEGL(inside->display);
    eglBindAPI(EGL_OPENGL_API);
    const EGLint config_wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(inside->display, config_wanted, &config, 1, &count);
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    inside->context = eglCreateContext(inside->display, count ? config : nullptr, EGL_NO_CONTEXT, wanted);
    if (inside->context == EGL_NO_CONTEXT || !eglMakeCurrent(inside->display, EGL_NO_SURFACE, EGL_NO_SURFACE, inside->context))
        return fail("No OpenGL 3.3 context could be made.");
    if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress))) return fail("OpenGL has no functions to offer.");
    inside->width = width, inside->height = height;
    inside->painter = std::make_unique<Painter>();
    inside->imgui = ImGui::CreateContext();
    ImGui::SetCurrentContext(inside->imgui);
    ImGui::GetIO().IniFilename = nullptr;
    inside->backend = ImGui_ImplOpenGL3_Init("#version 330");
    if (!inside->backend) return fail("The drawing back end did not start.");
    return std::unique_ptr<Offscreen>(new Offscreen(std::move(inside)));
}

void Offscreen::resize(int width, int height) {
    if (width == inside_->width && height == inside_->height) return;
    inside_->width = width, inside_->height = height;
}

void Offscreen::forget() { inside_->painter->forget(); }

void Offscreen::frame(const std::function<void()>& before, const std::function<void()>& draw) {
    ImGui::SetCurrentContext(inside_->imgui);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {float(inside_->width), float(inside_->height)};
    io.DeltaTime = 1 / 60.0f;
    if (before) before();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    draw();
    ImGui::Render();
    inside_->painter->paint(*ImGui::GetDrawData());
}

Image Offscreen::picture() {
    Image image{inside_->width, inside_->height, {}};
    std::size_t row = std::size_t(image.width) * 4;
    std::vector<unsigned char> upside_down(row * image.height);
    glBindFramebuffer(GL_FRAMEBUFFER, inside_->painter->frame_buffer());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
    image.rgba.resize(upside_down.size());
    for (int y = 0; y < image.height; ++y) std::memcpy(&image.rgba[y * row], &upside_down[(image.height - 1 - y) * row], row);
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
}

Result<Done> write_png(const std::string& path, const Image& image) {
    const auto failed = [&] {
        return Error{path, "the picture could not be written: " + std::string(std::strerror(errno)) + ". Check the folder and the free space."};
    };
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) return failed();
    const auto write = [](void* to, void* bytes, int size) { std::fwrite(bytes, 1, std::size_t(size), static_cast<std::FILE*>(to)); };
    bool written = stbi_write_png_to_func(write, file, image.width, image.height, 4, image.rgba.data(), image.width * 4) != 0;
    written = std::fflush(file) == 0 && std::ferror(file) == 0 && written;
    const int reason = errno;
    if (std::fclose(file) == 0 && written) return Done{};
    if (!written) errno = reason;
    const Error error = failed();
    std::error_code none;
    if (std::filesystem::is_regular_file(path, none)) std::filesystem::remove(path, none);  // half a picture is none
    return error;
}

}  // namespace launchlab
