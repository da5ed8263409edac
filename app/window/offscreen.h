// Offscreen: an ImGui context that draws into a picture, without a window (EGL, surfaceless). Owns the GL context and the frame
// buffer; leaves what is drawn to its caller. Invariant: no display is needed; where EGL is missing, an Error says so.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"

namespace launchlab {

struct Image {
    int width = 0, height = 0;
    std::vector<unsigned char> rgba;     // rows from the top
};
Result<Done> write_png(const std::string& path, const Image& image);

class Offscreen {
public:
    static Result<std::unique_ptr<Offscreen>> open(int width, int height);
    ~Offscreen();
    // One frame: `before` runs ahead of ImGui::NewFrame (style, input), `draw` between NewFrame and Render.
    void frame(const std::function<void()>& before, const std::function<void()>& draw);
    void resize(int width, int height);
    void forget();                       // the next frame is painted whole, not only where it differs
    Image picture();                     // of the last frame

private:
    struct Inside;
    explicit Offscreen(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

}  // namespace launchlab
