#include "window/painter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "imgui_impl_opengl3.h"
#include "window/solid.h"

namespace launchlab {

namespace {

// One triangle over everything, each pixel from the same place of the texture. A program of our own instead of
// glBlitFramebuffer: a software driver keeps what it compiled for a program, and compiles its own blit at every start.
GLuint make_copy_program() {
    const char* vertex = "#version 330\n"
                         "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
    const char* fragment = "#version 330\n"
                           "uniform sampler2D picture; out vec4 colour;\n"
                           "void main() { colour = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }";
    const GLuint program = glCreateProgram();
    for (const auto& [kind, source] : {std::pair{GL_VERTEX_SHADER, vertex}, std::pair{GL_FRAGMENT_SHADER, fragment}}) {
        const GLuint shader = glCreateShader(GLenum(kind));
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    return program;
}

// llvmpipe, softpipe: every pixel that is moved costs processor time.
bool processor_draws() {
    const char* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return renderer && (std::strstr(renderer, "llvmpipe") || std::strstr(renderer, "softpipe"));
}

}  // namespace

Painter::~Painter() {
    if (copy_program_) glDeleteProgram(copy_program_);
    if (no_vertices_) glDeleteVertexArrays(1, &no_vertices_);
    if (frame_buffer_) glDeleteFramebuffers(1, &frame_buffer_);
    if (texture_) glDeleteTextures(1, &texture_);
}

void Painter::fit(int width, int height) {
    if (width == width_ && height == height_) return;
    width_ = width, height_ = height;
    damage_.forget();
    if (!frame_buffer_) glGenFramebuffers(1, &frame_buffer_);
    if (!texture_) glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    whole_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool Painter::paint(ImDrawData& data) {
    const int width = int(std::lround(data.DisplaySize.x * data.FramebufferScale.x)), height = int(std::lround(data.DisplaySize.y * data.FramebufferScale.y));
    if (width <= 0 || height <= 0) return false;
    if (!first_to_window_ && !only_in_window_) fit(width, height);
    // Before the frames are compared: a command asks for its texture's name, and a later frame for the glyphs.
    if (data.Textures)
        for (ImTextureData* texture : *data.Textures)
            if (texture->Status != ImTextureStatus_OK) ImGui_ImplOpenGL3_UpdateTexture(texture);
    Box box = damage_.since_last(data);
    if (box.empty()) return false;
    if (only_in_window_) {
        fit(width, height);
        box = damage_.since_last(data);
    }
    only_in_window_ = std::exchange(first_to_window_, false);
    // On whole pixels, so that the edge of what is drawn again lies between two of them.
    const float sx = data.FramebufferScale.x, sy = data.FramebufferScale.y;
    box = {std::floor(box.x0 * sx) / sx, std::floor(box.y0 * sy) / sy, std::ceil(box.x1 * sx) / sx, std::ceil(box.y1 * sy) / sy};

    glBindFramebuffer(GL_FRAMEBUFFER, whole_ && !only_in_window_ ? frame_buffer_ : 0);
    glViewport(0, 0, width, height);
    const int x0 = int((box.x0 - data.DisplayPos.x) * sx), x1 = int((box.x1 - data.DisplayPos.x) * sx);
    const int y0 = int((box.y0 - data.DisplayPos.y) * sy), y1 = int((box.y1 - data.DisplayPos.y) * sy);
    changed_ = {x0, height - y1, x1 - x0, y1 - y0};
    // A clear of everything is cheap; one of a part is drawn by a software driver pixel by pixel.
    if (changed_.width < width || changed_.height < height) glEnable(GL_SCISSOR_TEST);
    glScissor(changed_.x, changed_.y, changed_.width, changed_.height);
    clear_to_page();
    glDisable(GL_SCISSOR_TEST);

    std::vector<ImVec4> clips;
    for (ImDrawList* list : data.CmdLists)
        for (ImDrawCmd& command : list->CmdBuffer) {
            clips.push_back(command.ClipRect);
            ImVec4& c = command.ClipRect;
            c = {std::fmax(c.x, box.x0), std::fmax(c.y, box.y0), std::fmin(c.z, box.x1), std::fmin(c.w, box.y1)};
        }
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    std::size_t k = 0;
    for (ImDrawList* list : data.CmdLists)
        for (ImDrawCmd& command : list->CmdBuffer) command.ClipRect = clips[k++];
    return true;
}

// A window's own buffer may hold any earlier frame after a swap, or none. Software drivers keep the last one, and the mark,
// which differs from frame to frame, proves it.
bool Painter::window_kept_the_last() const {
    if (!marks_) return false;
    std::array<unsigned char, 4> pixel{};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    return std::equal(mark_.begin(), mark_.end(), pixel.begin());
}

void Painter::mark_the_last() {
    if (!marks_) return;
    const ImVec4 page = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    const unsigned next = (mark_[0] & 1u) + 2 * (mark_[1] & 1u) + 4 * (mark_[2] & 1u) + 1;
    const float channels[] = {page.x, page.y, page.z};
    for (unsigned i = 0; i < 3; ++i) mark_[i] = static_cast<unsigned char>((unsigned(std::lround(channels[i] * 255)) & ~1u) | (next >> i & 1u));
    glScissor(0, 0, 1, 1);
    glClearColor(mark_[0] / 255.0f, mark_[1] / 255.0f, mark_[2] / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

void Painter::uncovered() {
    if (only_in_window_) damage_.forget();
}

void Painter::show(bool all) {
    if (!whole_ || only_in_window_) return;
    if (!copy_program_) {
        copy_program_ = make_copy_program();
        glGenVertexArrays(1, &no_vertices_);
        marks_ = processor_draws();
        all = true;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width_, height_);
    const PixelBox part = !all && window_kept_the_last() ? changed_ : PixelBox{0, 0, width_, height_};
    glDisable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glScissor(part.x, part.y, part.width, part.height);
    glUseProgram(copy_program_);
    glBindVertexArray(no_vertices_);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    mark_the_last();
    glDisable(GL_SCISSOR_TEST);
}

}  // namespace launchlab
