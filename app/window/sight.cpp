#include "window/sight.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace launchlab {

namespace {

using Matrix = std::array<double, 9>;

const Matrix* matrix_of(const std::string& sight) {
    static const Matrix grey{0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722};
    static const Matrix protan{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998};
    static const Matrix deutan{0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881};
    static const Matrix tritan{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900};
    return sight == "grey" ? &grey : sight == "protan" ? &protan : sight == "deutan" ? &deutan : sight == "tritan" ? &tritan : nullptr;
}

double to_linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double to_screen(double c) { return c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055; }

}  // namespace

const std::vector<std::string>& sights() {
    static const std::vector<std::string> all{"grey", "protan", "deutan", "tritan"};
    return all;
}

Image seen_as(Image image, const std::string& sight) {
    const Matrix* m = matrix_of(sight);
    if (!m) return image;
    std::array<double, 256> linear;
    for (int i = 0; i < 256; ++i) linear[std::size_t(i)] = to_linear(i / 255.0);
    std::array<unsigned char, 4096> screen;
    for (int i = 0; i < 4096; ++i) screen[std::size_t(i)] = static_cast<unsigned char>(std::lround(255 * to_screen(i / 4095.0)));
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
        const double r = linear[image.rgba[i]], g = linear[image.rgba[i + 1]], b = linear[image.rgba[i + 2]];
        for (std::size_t row = 0; row < 3; ++row) {
            const double c = (*m)[3 * row] * r + (*m)[3 * row + 1] * g + (*m)[3 * row + 2] * b;
            image.rgba[i + row] = screen[std::size_t(std::lround(4095 * std::clamp(c, 0.0, 1.0)))];
        }
    }
    return image;
}

}  // namespace launchlab
