// Damage: what of the screen changed since the frame before, from ImGui's draw data. Owns comparing two frames triangle by
// triangle; leaves drawing to window/painter. Invariant: a pixel outside the damage shows in both frames the same shapes in
// the same order.
#pragma once

#include <cstdint>
#include <vector>

#include "imgui.h"

namespace launchlab {

struct Box {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool empty() const { return x1 <= x0 || y1 <= y0; }
    void add(const Box& other);
};

class Damage {
public:
    // The box around everything that differs from the frame given last; empty = the two frames are the same picture.
    Box since_last(const ImDrawData& data);
    void forget();                       // the next frame is all new

private:
    struct Shape {                       // a triangle, or one solid fill
        std::uint64_t hash;
        Box box;
    };
    static std::vector<Shape> shapes_of(const ImDrawData& data);
    std::vector<Shape> last_;
    ImVec2 size_{0, 0};
};

}  // namespace launchlab
