// Desk: the screen in an ImGui context without a window or a GPU: frames, clicks and keys through ImGuiIO, and what was drawn.
#pragma once

#include "panels/panels.h"
#include "session/world.h"

namespace launchlab {

class Desk {
public:
    explicit Desk(Session& session, float width = 1920, float height = 1080) : session_(session) {
        context_ = ImGui::CreateContext();
        ImGui::SetCurrentContext(context_);
        ImGuiIO& io = ImGui::GetIO();
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
        io.DisplaySize = {width, height};
        screen.ui.recorder = &recorder;
        set_up_screen(screen, "");
        screen.first.open = false;          // these tests begin inside a step
        settle();
    }
    ~Desk() {
        ImGui::SetCurrentContext(context_);
        for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) texture->SetStatus(ImTextureStatus_Destroyed);
        ImGui::DestroyContext(context_);
    }

    // One frame: what it asks for is kept in `asked` and carried out.
    void frame() {
        ImGui::SetCurrentContext(context_);
        ImGui::GetIO().DeltaTime = 1 / 60.0f;
        session_.update();
        apply_look(screen, session_.settings());
        recorder.drawn.clear();
        ImGui::NewFrame();
        asked = {};
        draw_screen(session_, asked, screen);
        ImGui::Render();
        for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
            if (texture->Status != ImTextureStatus_OK) texture->SetTexID(1), texture->SetStatus(ImTextureStatus_OK);
        session_.carry_out(asked);
    }
    void settle() { for (int i = 0; i < 5; ++i) frame(); }
    void look(float zoom, const char* theme) {
        Actions choose;
        choose.zoom = zoom, choose.theme = theme, choose.motion = false;
        session_.carry_out(choose);
        settle();
    }

    const Drawn* find(const std::string& widget) const {
        for (const Drawn& drawn : recorder.drawn)
            if (drawn.kind == Drawn::Kind::widget && drawn.what == widget) return &drawn;
        return nullptr;
    }
    bool says(const std::string& words) const {
        for (const Drawn& drawn : recorder.drawn)
            if (drawn.kind == Drawn::Kind::text && drawn.what.find(words) != std::string::npos) return true;
        return false;
    }
    std::string all_words() const {
        std::string all;
        for (const Drawn& drawn : recorder.drawn)
            if (drawn.kind == Drawn::Kind::text) all += drawn.what + " ";
        return all;
    }
    // Presses the mouse on a widget; the answer of the frame that reacted stays in `asked`.
    bool click(const std::string& widget) {
        const Drawn* drawn = find(widget);
        if (!drawn) return false;
        ImGuiIO& io = ImGui::GetIO();
        io.AddMousePosEvent(drawn->rect.cx(), drawn->rect.cy());
        frame();
        io.AddMouseButtonEvent(0, true);
        frame();
        io.AddMouseButtonEvent(0, false);
        frame();
        return true;
    }
    void key(ImGuiKey key, ImGuiKey with = ImGuiKey_None) {
        ImGuiIO& io = ImGui::GetIO();
        if (with != ImGuiKey_None) io.AddKeyEvent(with, true);
        io.AddKeyEvent(key, true);
        frame();
        kept = asked;
        io.AddKeyEvent(key, false);
        if (with != ImGuiKey_None) io.AddKeyEvent(with, false);
        frame();
    }

    ScreenState screen;
    Recorder recorder;
    Actions asked, kept;         // of the last frame; of the frame in which a key went down

private:
    Session& session_;
    ImGuiContext* context_ = nullptr;
};

// Answers the three questions of day-06/2 and runs it.
inline void predict_and_run(World& world) {
    REQUIRE(world->step());
    const Step& step = *world->step();
    for (int i = 0; i < int(step.ask.size()); ++i) {
        world.act([&](Actions& a) { a.predict = Actions::Predicted{i, 0}; });
        if (!step.ask[i].choices[0].because.empty()) world.act([&](Actions& a) { a.because = Actions::Reasoned{i, 0}; });
    }
    world.act([](Actions& a) { a.confidence = Confidence::sure; });
    world.run();
}

}  // namespace launchlab
