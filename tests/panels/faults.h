// What is wrong with a recorded screen: words cut off, words or widgets over each other.
#pragma once

#include <cstdio>
#include <string>

#include "panels/ui.h"

namespace launchlab {

inline bool apart(const Rect& a, const Rect& b) {
    constexpr float slack = 1.5f;      // rounding to whole pixels
    return a.x1 - slack <= b.x0 || b.x1 - slack <= a.x0 || a.y1 - slack <= b.y0 || b.y1 - slack <= a.y0;
}

inline std::string place(const Drawn& d) {
    char text[64];
    std::snprintf(text, sizeof text, " [%.0f %.0f %.0f %.0f]", d.rect.x0, d.rect.y0, d.rect.x1, d.rect.y1);
    return "\"" + d.what + "\"" + text;
}

inline std::string faults(const Recorder& recorder) {
    std::string out;
    for (std::size_t i = 0; i < recorder.drawn.size(); ++i) {
        const Drawn& a = recorder.drawn[i];
        bool text = a.kind == Drawn::Kind::text;
        if (text && !a.scrolls_x && (a.rect.x0 < a.clip.x0 - 1 || a.rect.x1 > a.clip.x1 + 1)) out += "cut off at a side: " + place(a) + "\n";
        if (text && !a.scrolls_y && (a.rect.y0 < a.clip.y0 - 1 || a.rect.y1 > a.clip.y1 + 1)) out += "cut off above or below: " + place(a) + "\n";
        for (std::size_t j = i + 1; j < recorder.drawn.size(); ++j) {
            const Drawn& b = recorder.drawn[j];
            if (a.window != b.window || a.kind != b.kind || apart(a.rect, b.rect)) continue;
            out += std::string(text ? "words" : "widgets") + " overlap: " + place(a) + " and " + place(b) + "\n";
        }
    }
    return out;
}

}  // namespace launchlab
