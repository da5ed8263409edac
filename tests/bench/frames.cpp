#include "bench/frames.h"

#include <time.h>

#include "panels/screen.h"

namespace launchlab::bench {

namespace {

void forget(ImTextureData& texture) {
    texture.SetTexID(ImTextureID_Invalid);
    texture.SetStatus(ImTextureStatus_Destroyed);
}

double cpu_ms(clockid_t clock) {
    timespec used{};
    clock_gettime(clock, &used);
    return used.tv_sec * 1e3 + used.tv_nsec / 1e6;
}

}  // namespace

double thread_cpu_ms() { return cpu_ms(CLOCK_THREAD_CPUTIME_ID); }
double process_cpu_ms() { return cpu_ms(CLOCK_PROCESS_CPUTIME_ID); }

struct Frames::Inside {
    ImGuiContext* context = nullptr;
    ScreenState screen;
};

Frames::Frames(const std::string& data_dir) : inside_(new Inside) {
    inside_->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(inside_->context);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {1920, 1080};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    set_up_screen(inside_->screen, data_dir);
}

Frames::~Frames() {
    ImGui::SetCurrentContext(inside_->context);
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) forget(*texture);
    ImGui::DestroyContext(inside_->context);
    delete inside_;
}

int Frames::draw(const Session& session, Actions& asked) {
    ImGui::SetCurrentContext(inside_->context);
    ImGui::GetIO().DeltaTime = 1 / 60.0f;
    apply_look(inside_->screen, session.settings());
    ImGui::NewFrame();
    draw_screen(session, asked, inside_->screen);
    ImGui::Render();
    // What a renderer would upload is taken as uploaded.
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(1);
        if (texture->Status == ImTextureStatus_WantCreate || texture->Status == ImTextureStatus_WantUpdates) texture->SetStatus(ImTextureStatus_OK);
        if (texture->Status == ImTextureStatus_WantDestroy) forget(*texture);
    }
    return ImGui::GetDrawData()->TotalVtxCount;
}

}  // namespace launchlab::bench
