#include "panels/theme.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace launchlab {

namespace {

constexpr Colour hex(unsigned v) { return {int(v >> 16 & 255), int(v >> 8 & 255), int(v & 255)}; }

double luminance(Colour c) {
    auto part = [](int v) {
        double s = v / 255.0;
        return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b);
}

ImVec4 to_vec(Colour c, float alpha = 1.0f) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f, alpha}; }

}  // namespace

const Palette& dark_palette() {
    static const Palette palette{{hex(0x0B0E14), hex(0x080A0F), hex(0x121721), hex(0x1A212D), hex(0x0D1119), hex(0x273040), hex(0x6B7A91),
                                  hex(0xF3F6FA), hex(0xC2CCD9), hex(0xA3B0C2), hex(0x72B6FF), hex(0x06121F), hex(0x45D6B0), hex(0xFF9463),
                                  hex(0xC8ABFF), hex(0xF4C552), hex(0x21130F), hex(0x3A190A), hex(0x9CCBFF), hex(0xF0CE96), hex(0xA9DDC9)},
                                 true};
    return palette;
}

const Palette& light_palette() {
    static const Palette palette{{hex(0xEEF1F5), hex(0xE4E9EF), hex(0xFFFFFF), hex(0xF1F4F8), hex(0xF8FAFC), hex(0xC6CEDA), hex(0x5F6B7D),
                                  hex(0x0A0F17), hex(0x2C3645), hex(0x404B5C), hex(0x0A4794), hex(0xFFFFFF), hex(0x005642), hex(0x8A2800),
                                  hex(0x54289C), hex(0x5F4000), hex(0xFFF5F0), hex(0xFFE6D8), hex(0x0A4794), hex(0x6B3400), hex(0x005642)},
                                 false};
    return palette;
}

bool desktop_is_light() {
    if (const char* gtk = std::getenv("GTK_THEME")) {
        std::string_view name = gtk;
        return !name.empty() && name.find("dark") == name.npos && name.find("Dark") == name.npos;
    }
    if (const char* pair = std::getenv("COLORFGBG")) {
        std::string_view text = pair;
        auto at = text.rfind(';');
        if (at != text.npos) return text.substr(at + 1) == "15" || text.substr(at + 1) == "7";
    }
    return false;
}

const Palette& palette_for(std::string_view theme) {
    if (theme == "light" || (theme != "dark" && desktop_is_light())) return light_palette();
    return dark_palette();
}

Colour mix(Colour a, Colour b, float t) {
    auto one = [t](int x, int y) { return int(std::lround(x + (y - x) * t)); };
    return {one(a.r, b.r), one(a.g, b.g), one(a.b, b.b)};
}

double contrast(Colour a, Colour b) {
    double x = luminance(a), y = luminance(b);
    if (x < y) std::swap(x, y);
    return (x + 0.05) / (y + 0.05);
}

ImU32 to_imgui(Colour c, float alpha) { return IM_COL32(c.r, c.g, c.b, int(std::lround(alpha * 255))); }

std::vector<std::string> font_folders(const std::string& data_dir) {
    std::vector<std::string> folders;
    if (!data_dir.empty()) folders.push_back(data_dir + "/fonts");
    for (const char* base : {"/usr/share", "/usr/local/share"})
        for (const char* sub : {"opentype/inter", "truetype/jetbrains-mono", "truetype/inter", "inter", "jetbrains-mono",
                                "rsms-inter-fonts", "jetbrains-mono-fonts", "TTF", "OTF", "inter-font", ""})
            folders.push_back(std::string(base) + "/fonts/" + sub);
    if (const char* home = std::getenv("HOME")) {
        folders.push_back(std::string(home) + "/.local/share/fonts");
        folders.push_back(std::string(home) + "/.fonts");
    }
    return folders;
}

Fonts load_fonts(const std::vector<std::string>& folders) {
    static constexpr const char* names[face_count] = {"Inter-Regular", "Inter-Medium", "Inter-SemiBold", "InterDisplay-SemiBold",
                                                      "JetBrainsMono-Regular", "JetBrainsMono-Medium", "JetBrainsMono-Bold"};
    Fonts fonts;
    ImFont* fallback = nullptr;
    std::string missing;
    for (int i = 0; i < face_count; ++i) {
        ImFontConfig config;
        config.OversampleH = 2;
        for (const auto& folder : folders) {
            for (const char* ending : {".otf", ".ttf"}) {
                std::string path = folder + "/" + names[i] + ending;
                std::error_code none;
                if (!fonts.faces[i] && std::filesystem::is_regular_file(path, none))
                    fonts.faces[i] = ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), 20.0f, &config);
                if (fonts.faces[i] && !fonts.editor && i == int(Face::mono_medium)) {
                    config.ExtraSizeScale = 1 / editor_line;
                    fonts.editor = ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), 20.0f, &config);
                }
            }
            if (fonts.faces[i]) break;
        }
        if (!fonts.faces[i]) missing += std::string(missing.empty() ? "" : ", ") + names[i];
    }
    if (!missing.empty()) {
        fonts.trouble = "These fonts were not found: " + missing +
                        ". Text is drawn in a plain built-in font. Install fonts-inter and fonts-jetbrains-mono, then start again.";
        for (int i = 0; i < face_count; ++i) {
            if (fonts.faces[i]) continue;
            // A sister face is nearer than the built-in one.
            bool mono = i >= int(Face::mono);
            for (int j = mono ? int(Face::mono) : 0; j < (mono ? face_count : int(Face::mono)); ++j)
                if (fonts.faces[j] && !fonts.faces[i]) fonts.faces[i] = fonts.faces[j];
            if (fonts.faces[i]) continue;
            if (!fallback) fallback = ImGui::GetIO().Fonts->AddFontDefault();
            fonts.faces[i] = fallback;
        }
    }
    if (!fonts.editor) fonts.editor = fonts.faces[int(Face::mono_medium)];
    return fonts;
}

ImGuiStyle make_style(const Palette& palette) {
    ImGuiStyle style;
    auto c = [&](Role role, float alpha = 1.0f) { return to_vec(palette.colours[int(role)], alpha); };
    style.FontSizeBase = 20;
    style.WindowPadding = {0, 0};
    style.FramePadding = {16, 11};
    style.ItemSpacing = {12, 12};
    style.FrameRounding = 10;
    style.ChildRounding = 14;
    style.PopupRounding = 12;
    style.ScrollbarSize = 10;
    style.ScrollbarRounding = 5;
    style.GrabRounding = 5;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.FrameBorderSize = 0;
    style.WindowMinSize = {1, 1};
    style.Colors[ImGuiCol_WindowBg] = c(Role::page);
    style.Colors[ImGuiCol_ChildBg] = c(Role::page, 0);
    style.Colors[ImGuiCol_PopupBg] = c(Role::raised);
    style.Colors[ImGuiCol_Text] = c(Role::text);
    style.Colors[ImGuiCol_TextDisabled] = c(Role::text3);
    style.Colors[ImGuiCol_Border] = c(Role::line);
    style.Colors[ImGuiCol_FrameBg] = c(Role::sunk, 0);
    style.Colors[ImGuiCol_FrameBgHovered] = c(Role::sunk, 0);
    style.Colors[ImGuiCol_FrameBgActive] = c(Role::sunk, 0);
    style.Colors[ImGuiCol_ScrollbarBg] = c(Role::page, 0);
    style.Colors[ImGuiCol_ScrollbarGrab] = c(Role::control);
    style.Colors[ImGuiCol_ScrollbarGrabHovered] = c(Role::text3);
    style.Colors[ImGuiCol_ScrollbarGrabActive] = c(Role::accent);
    style.Colors[ImGuiCol_TextSelectedBg] = c(Role::accent, 0.35f);
    style.Colors[ImGuiCol_InputTextCursor] = c(Role::accent);
    style.Colors[ImGuiCol_NavCursor] = {0, 0, 0, 0};          // the ring is drawn by widget.cpp
    return style;
}

void apply_style(const Palette& palette, float u) {
    ImGuiStyle style = make_style(palette);
    style.ScaleAllSizes(u);
    style.WindowMinSize = {1, 1};      // ImGui wants a whole pixel at any scale
    style.FontSizeBase = 20;
    style.FontScaleMain = u;
    ImGui::GetStyle() = style;
}

}  // namespace launchlab
