// What is drawn again after a change must equal a whole drawing of the same frame.
#include "window/painter.h"

#include <random>

#include "catch.h"
#include "imgui.h"
#include "panels/ui.h"
#include "window/offscreen.h"
#include "window/solid.h"

using namespace launchlab;

namespace {

struct Shape {
    float x, y, w, h;
    ImU32 colour;
    int kind;
};

void draw(const std::vector<Shape>& shapes) {
    Ui ui;
    ui.solid = draw_solid;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("root", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground);
    for (const Shape& s : shapes) {
        const Rect r{s.x, s.y, s.x + s.w, s.y + s.h};
        if (s.kind == 0) fill(ui, r, 8, s.colour);
        if (s.kind == 1) ImGui::GetWindowDrawList()->AddText({s.x, s.y}, s.colour, "209 no kernel image");
        if (s.kind == 2) ImGui::GetWindowDrawList()->AddLine({s.x, s.y}, {s.x + s.w, s.y + s.h}, s.colour, 3);
        if (s.kind == 3) ImGui::GetWindowDrawList()->AddRectFilled(r.min(), r.max(), (s.colour & 0xFFFFFF) | 0x60000000);
    }
    ImGui::End();
}

}  // namespace

TEST_CASE("a frame that is painted over the one before shows what a whole painting shows") {
    auto lasting = Offscreen::open(640, 400);
    if (!lasting) {
        WARN(lasting.error().text());
        return;
    }
    std::mt19937 dice(209);
    auto number = [&](int to) { return int(dice() % unsigned(to)); };
    auto shape = [&] { return Shape{float(number(600)), float(number(380)), float(20 + number(400)), float(10 + number(300)), ImU32(0xFF000000u | dice()), number(4)}; };
    std::vector<Shape> shapes;
    for (int i = 0; i < 25; ++i) shapes.push_back(shape());
    for (int step = 0; step < 60; ++step) {
        switch (number(6)) {
        case 0: shapes[number(int(shapes.size()))] = shape(); break;
        case 1: shapes[number(int(shapes.size()))].colour ^= 0x00FFFFFF; break;
        case 2: std::swap(shapes[number(int(shapes.size()))], shapes[number(int(shapes.size()))]); break;
        case 3: shapes.erase(shapes.begin() + number(int(shapes.size()))); break;
        case 4: shapes.insert(shapes.begin() + number(int(shapes.size())), shape()); break;
        default: shapes[number(int(shapes.size()))].x += 3; break;
        }
        if (shapes.size() < 5) shapes.push_back(shape());
        (*lasting)->frame({}, [&] { draw(shapes); });
        const Image painted = (*lasting)->picture();
        (*lasting)->forget();
        (*lasting)->frame({}, [&] { draw(shapes); });
        const Image whole = (*lasting)->picture();
        std::size_t differ = 0;
        for (std::size_t i = 0; i < whole.rgba.size(); ++i) differ += whole.rgba[i] != painted.rgba[i];
        INFO("step " << step);
        CHECK(differ == 0);
    }
}

TEST_CASE("a frame like the one before has no damage, and one moved shape has its own") {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {640, 400};
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    auto frame = [&](float x) {
        io.DeltaTime = 1 / 60.0f;
        ImGui::NewFrame();
        ImGui::GetBackgroundDrawList()->AddRectFilled({300, 200}, {500, 300}, 0xFF123456);
        ImGui::GetBackgroundDrawList()->AddRectFilled({x, 20}, {x + 10, 30}, 0xFFFFFFFF);
        ImGui::Render();
        for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) texture->SetTexID(1), texture->SetStatus(ImTextureStatus_OK);
    };
    Damage damage;
    frame(10);
    const Box first = damage.since_last(*ImGui::GetDrawData());
    CHECK(first.x1 - first.x0 == 640);
    frame(10);
    CHECK(damage.since_last(*ImGui::GetDrawData()).empty());
    frame(40);
    const Box moved = damage.since_last(*ImGui::GetDrawData());
    CHECK(moved.x0 == 9);
    CHECK(moved.x1 == 51);
    CHECK(moved.y0 == 19);
    CHECK(moved.y1 == 31);
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
    }
    ImGui::DestroyContext();
}
