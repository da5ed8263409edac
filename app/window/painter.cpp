#include "window/painter.h"

#include <cmath>
#include <vector>

#include "imgui_impl_opengl3.h"
#include "window/solid.h"

namespace launchlab {

Painter::~Painter() {
    if (frame_buffer_) glDeleteFramebuffers(1, &frame_buffer_);
    if (texture_) glDeleteTextures(1, &texture_);
}

void Painter::fit(int width, int height) {
    if (width == width_ && height == height_) return;
    width_ = width, height_ = height;
    damage_.forget();
    if (!frame_buffer_) glGenFramebuffers(1, &frame_buffer_);
    if (!texture_) glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    whole_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool Painter::paint(ImDrawData& data) {
    const int width = int(std::lround(data.DisplaySize.x * data.FramebufferScale.x)), height = int(std::lround(data.DisplaySize.y * data.FramebufferScale.y));
    if (width <= 0 || height <= 0) return false;
    fit(width, height);
    // Before the frames are compared: a command asks for its texture's name, and a later frame for the glyphs.
    if (data.Textures)
        for (ImTextureData* texture : *data.Textures)
            if (texture->Status != ImTextureStatus_OK) ImGui_ImplOpenGL3_UpdateTexture(texture);
    Box box = damage_.since_last(data);
    if (box.empty()) return false;
    // On whole pixels, so that the edge of what is drawn again lies between two of them.
    const float sx = data.FramebufferScale.x, sy = data.FramebufferScale.y;
    box = {std::floor(box.x0 * sx) / sx, std::floor(box.y0 * sy) / sy, std::ceil(box.x1 * sx) / sx, std::ceil(box.y1 * sy) / sy};

    glBindFramebuffer(GL_FRAMEBUFFER, whole_ ? frame_buffer_ : 0);
    glViewport(0, 0, width, height);
    const int x0 = int((box.x0 - data.DisplayPos.x) * sx), x1 = int((box.x1 - data.DisplayPos.x) * sx);
    const int y0 = int((box.y0 - data.DisplayPos.y) * sy), y1 = int((box.y1 - data.DisplayPos.y) * sy);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x0, height - y1, x1 - x0, y1 - y0);
    clear_to_page();
    glDisable(GL_SCISSOR_TEST);

    std::vector<ImVec4> clips;
    for (ImDrawList* list : data.CmdLists)
        for (ImDrawCmd& command : list->CmdBuffer) {
            clips.push_back(command.ClipRect);
            ImVec4& c = command.ClipRect;
            c = {std::fmax(c.x, box.x0), std::fmax(c.y, box.y0), std::fmin(c.z, box.x1), std::fmin(c.w, box.y1)};
        }
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    std::size_t k = 0;
    for (ImDrawList* list : data.CmdLists)
        for (ImDrawCmd& command : list->CmdBuffer) command.ClipRect = clips[k++];
    return true;
}

void Painter::show() const {
    if (!whole_) return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame_buffer_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace launchlab
