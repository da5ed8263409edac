#include "window/window.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "panels/screen.h"
#include "window/painter.h"
#include "window/solid.h"
#include "window/trace.h"

namespace launchlab {

namespace {

constexpr int frames_to_settle = 3;    // a layout that scrolls knows its size one frame late

std::string last_words;
void keep_words(int, const char* text) { last_words = text ? text : ""; }

// Where only X is named, Wayland's library is not asked: it would print that it finds nothing.
bool start_glfw() {
    const char *x = std::getenv("DISPLAY"), *wayland = std::getenv("WAYLAND_DISPLAY");
    if (x && *x && !(wayland && *wayland) && glfwPlatformSupported(GLFW_PLATFORM_X11)) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
    return glfwInit() == GLFW_TRUE;
}

struct Glfw {
    bool ok = start_glfw();
    ~Glfw() { if (ok) glfwTerminate(); }
};

struct Backend {
    explicit Backend(GLFWwindow* window) {
        ImGui::CreateContext();
        ImGui_ImplGlfw_InitForOpenGL(window, true);
        ImGui_ImplOpenGL3_Init("#version 330");
    }
    ~Backend() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }
};

int fail(const std::string& what) {
    std::fprintf(stderr, "launchlab: %s%s%s\n", what.c_str(), last_words.empty() ? "" : "\n  The window system says: ", last_words.c_str());
    return 2;
}

GLFWwindow* make_window(int width, int height) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    for (int channel : {GLFW_RED_BITS, GLFW_GREEN_BITS, GLFW_BLUE_BITS, GLFW_ALPHA_BITS}) glfwWindowHint(channel, 8);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "launchlab");
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "launchlab");
    return glfwCreateWindow(width, height, "launchlab", nullptr, nullptr);
}

// A factor that the frame buffer does not carry itself (X11): text of the size that the desktop uses.
float desktop_scale(GLFWwindow* window) {
    int w = 0, fw = 0;
    float x = 1;
    glfwGetWindowSize(window, &w, nullptr);
    glfwGetFramebufferSize(window, &fw, nullptr);
    glfwGetWindowContentScale(window, &x, nullptr);
    return fw == w && x > 0 ? x : 1.0f;
}

// What GLFW's callbacks may change.
struct Desk {
    ScreenState& screen;
    bool uncovered = false;                                   // shown again after another window lay over it, changed or not
};

// Files that are dropped on the window are answered by the why screen; several at once: the first.
void take_drop(GLFWwindow* window, int count, const char** paths) {
    auto* desk = static_cast<Desk*>(glfwGetWindowUserPointer(window));
    if (!desk || count < 1) return;
    desk->screen.why.dropped = paths[0];
}

}  // namespace

int run_window(WindowOptions options) {
    glfwSetErrorCallback(keep_words);
    last_words.clear();
    Glfw glfw;
    if (!glfw.ok)
        return fail("there is no display to open a window on. Start it inside a desktop session, set DISPLAY, or use the terminal: launchlab run day-06/2.");
    options.session.wake = [] { glfwPostEmptyEvent(); };
    Session session(options.session);
    if (!options.step.empty()) {
        Actions open;
        open.open_step = options.step;
        session.carry_out(open);
    }
    GLFWwindow* window = make_window(std::max(320, session.settings().width), std::max(200, session.settings().height));
    if (!window) return fail("the window could not be opened: it needs OpenGL 3.3. Update the graphics driver, or use the terminal: launchlab run day-06/2.");
    glfwMakeContextCurrent(window);
    if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress)))
        return fail("OpenGL has no functions to offer. Update the graphics driver, or use the terminal: launchlab run day-06/2.");
    glfwSwapInterval(1);

    Backend backend(window);
    ScreenState screen;
    Trace trace;
    set_up_screen(screen, options.session.data_dir);
    screen.ui.solid = draw_solid;
    screen.first.open = options.step.empty();
    Desk desk{screen};
    glfwSetWindowUserPointer(window, &desk);
    glfwSetDropCallback(window, take_drop);
    Painter painter(Painter::First::window);
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* of) { static_cast<Desk*>(glfwGetWindowUserPointer(of))->uncovered = true; });
    int settle = frames_to_settle;
    while (true) {
        if (settle > 0) {
            glfwPollEvents();
        } else {
            double wait = std::min(session.next_wake_s(), screen.ui.moved ? 1 / 30.0 : INFINITY);
            double before = glfwGetTime();
            if (std::isinf(wait)) glfwWaitEvents();
            else glfwWaitEventsTimeout(std::max(0.001, wait));
            // Woken by an event, not by the timer: what it changed may take some frames to settle. An event that comes just
            // when the timer does is in ImGui's queue.
            if (std::isinf(wait) || glfwGetTime() - before < wait * 0.98) settle = frames_to_settle;
            if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) settle = frames_to_settle;
        }
        if (glfwWindowShouldClose(window)) break;
        bool changed = session.update();
        if (changed) settle = frames_to_settle;
        if (settle == 0 && !session.running() && !screen.ui.moved) continue;
        settle = std::max(0, settle - 1);

        int width = 0, height = 0;
        glfwGetFramebufferSize(window, &width, &height);
        if (width == 0 || height == 0) continue;              // minimised
        screen.dpi = desktop_scale(window);
        apply_look(screen, session.settings());
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
        Actions actions;
        draw_screen(session, actions, screen);
        ImGui::Render();
        if (desk.uncovered) painter.uncovered();
        if (painter.paint(*ImGui::GetDrawData()) || desk.uncovered) {
            painter.show(desk.uncovered);
            glfwSwapBuffers(window);
        }
        desk.uncovered = false;
        trace.note(session);
        if (options.first_frame_only) std::_Exit(0);          // the way out is no part of the start
        session.carry_out(actions);
        if (actions.quit) break;
    }
    Actions keep;
    int width = 0, height = 0;
    glfwGetWindowSize(window, &width, &height);
    if (width > 0 && height > 0 && (width != session.settings().width || height != session.settings().height)) {
        keep.size = Actions::Size{width, height};
        session.carry_out(keep);
    }
    return 0;
}

}  // namespace launchlab
