// Painter: turns a frame of ImGui into pixels, drawing again only what changed since the frame before: on a machine without
// a graphics card this is most of what launchlab costs. Owns the picture that stays (a frame buffer of its own); leaves the
// GL context and the swapping to window and offscreen. Invariant: after paint() the picture equals a whole drawing of that
// frame, and after show() the window's own buffer equals the picture, but for the last bits of its lower left pixel.
// A window's first frame goes straight to it, so that it is seen before the picture that stays is made.
#pragma once

#include <glad/gl.h>

#include <array>

#include "imgui.h"
#include "window/damage.h"

namespace launchlab {

// A part of a frame buffer, in GL's pixels: from the lower left corner.
struct PixelBox {
    int x = 0, y = 0, width = 0, height = 0;
};

class Painter {
public:
    enum class First { picture, window };
    explicit Painter(First first = First::picture) : first_to_window_(first == First::window) {}
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;
    bool paint(ImDrawData& data);        // false: nothing changed, nothing was drawn
    void show(bool all);                 // the picture, or what of it changed, into the window's own buffer
    GLuint frame_buffer() const { return frame_buffer_; }
    void forget() { damage_.forget(); }  // the next frame is drawn whole
    void uncovered();                    // the window may show nothing of the last frame any more
    bool whole() const { return whole_; }   // GL could give the frame buffer; without it frames go to the window directly

private:
    void fit(int width, int height);
    bool window_kept_the_last() const;
    void mark_the_last();
    Damage damage_;
    GLuint frame_buffer_ = 0, texture_ = 0, copy_program_ = 0, no_vertices_ = 0;
    int width_ = 0, height_ = 0;
    PixelBox changed_;
    std::array<unsigned char, 3> mark_{}; // the lower left pixel of what was shown last
    bool marks_ = false;                 // the processor draws: reading a pixel is cheap, and copying all of them is not
    bool whole_ = true;
    bool first_to_window_ = false;       // the next frame is the first one and goes to the window
    bool only_in_window_ = false;        // the last frame went there
};

}  // namespace launchlab
