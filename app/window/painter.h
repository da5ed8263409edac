// Painter: turns a frame of ImGui into pixels, drawing again only what changed since the frame before: on a machine without
// a graphics card this is most of what launchlab costs. Owns the picture that stays (a frame buffer of its own); leaves the
// GL context and showing to window and offscreen. Invariant: after paint() the picture equals a whole drawing of that frame.
#pragma once

#include <glad/gl.h>

#include "imgui.h"
#include "window/damage.h"

namespace launchlab {

class Painter {
public:
    ~Painter();
    bool paint(ImDrawData& data);        // false: nothing changed, nothing was drawn
    void show() const;                   // the whole picture into the window's own buffer
    GLuint frame_buffer() const { return frame_buffer_; }
    void forget() { damage_.forget(); }  // the next frame is drawn whole
    bool whole() const { return whole_; }   // GL could give the frame buffer; without it frames go to the window directly

private:
    void fit(int width, int height);
    Damage damage_;
    GLuint frame_buffer_ = 0, texture_ = 0;
    int width_ = 0, height_ = 0;
    bool whole_ = true;
};

}  // namespace launchlab
