#include "panels/rich.h"

#include <cmark-gfm.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

namespace launchlab {

namespace {

struct Span { std::string text; Face face; Role role; float factor; bool space_before; };

struct Flow {
    Ui& ui;
    const RichStyle& style;
    float x0, width, y;

    void line_of(const std::vector<Span>& line, const std::vector<float>& at, float indent) {
        float pitch = ui.size(style.factor) * style.line;
        if (style.draw)
            for (std::size_t i = 0; i < line.size(); ++i) {
                const Span& s = line[i];
                float middle = y + pitch / 2;
                text_at(ui, x0 + indent + at[i], is_mono(s.face) ? same_baseline(ui, middle, s.face, s.factor, Face::regular, style.factor) : middle,
                        s.face, s.factor, s.role, s.text);
            }
        y += pitch;
    }

    void paragraph(const std::vector<Span>& spans, float indent) {
        std::vector<Span> line;
        std::vector<float> at;
        float x = 0, room = std::max(8.0f, width - indent), space = text_width(ui, Face::regular, style.factor, " ");
        // A word is a run of spans without a space between; it moves to the next line as a whole.
        for (std::size_t i = 0; i < spans.size();) {
            std::size_t end = i + 1;
            while (end < spans.size() && !spans[end].space_before) ++end;
            float word = 0;
            for (std::size_t j = i; j < end; ++j) word += text_width(ui, spans[j].face, spans[j].factor, spans[j].text);
            float gap = spans[i].space_before && x > 0 ? space : 0;
            if (x > 0 && x + gap + word > room) {
                line_of(line, at, indent);
                line.clear(), at.clear(), x = 0, gap = 0;
            }
            x += gap;
            for (std::size_t j = i; j < end; ++j) {
                Span s = spans[j];
                float w = text_width(ui, s.face, s.factor, s.text);
                if (w > room) {                      // longer than a line: break inside
                    auto parts = wrap(ui, s.face, s.factor, s.text, room);
                    for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
                        s.text = parts[k];
                        line_of({s}, {0}, indent);
                    }
                    if (!parts.empty()) s.text = parts.back();
                    w = text_width(ui, s.face, s.factor, s.text), x = 0;
                }
                line.push_back(s), at.push_back(x);
                x += w;
            }
            i = end;
        }
        if (!line.empty()) line_of(line, at, indent);
    }

    void words(std::vector<Span>& out, std::string_view text, Face face, Role role, float factor, bool& space) {
        std::size_t i = 0;
        while (i < text.size()) {
            if (text[i] == ' ' || text[i] == '\n') { space = true, ++i; continue; }
            std::size_t end = text.find_first_of(" \n", i);
            if (end == text.npos) end = text.size();
            out.push_back({std::string(text.substr(i, end - i)), face, role, factor, space});
            space = false, i = end;
        }
    }

    void inlines(cmark_node* parent, std::vector<Span>& out, bool strong, bool& space) {
        for (cmark_node* n = cmark_node_first_child(parent); n; n = cmark_node_next(n)) {
            auto type = cmark_node_get_type(n);
            const char* text = cmark_node_get_literal(n);
            if (type == CMARK_NODE_TEXT)
                words(out, text ? text : "", strong ? Face::semibold : Face::regular, strong ? Role::text : style.role, style.factor, space);
            else if (type == CMARK_NODE_HTML_INLINE)
                words(out, text ? text : "", Face::regular, style.role, style.factor, space);
            else if (type == CMARK_NODE_CODE)
                words(out, text ? text : "", strong ? Face::mono_bold : Face::mono_medium, Role::text, style.factor * 1.04f, space);
            else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK)
                space = true;
            else
                inlines(n, out, strong || type == CMARK_NODE_STRONG, space);
        }
    }

    void blocks(cmark_node* parent, float indent) {
        bool first = true;
        float gap = ui.size(style.factor) * 0.45f;
        int number = cmark_node_get_type(parent) == CMARK_NODE_LIST ? cmark_node_get_list_start(parent) : 0;
        bool ordered = cmark_node_get_type(parent) == CMARK_NODE_LIST && cmark_node_get_list_type(parent) == CMARK_ORDERED_LIST;
        for (cmark_node* n = cmark_node_first_child(parent); n; n = cmark_node_next(n)) {
            if (!first) y += cmark_node_get_type(parent) == CMARK_NODE_LIST ? gap / 2 : gap;
            first = false;
            auto type = cmark_node_get_type(n);
            if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING) {
                std::vector<Span> spans;
                bool space = false;
                inlines(n, spans, type == CMARK_NODE_HEADING, space);
                paragraph(spans, indent);
            } else if (type == CMARK_NODE_CODE_BLOCK) {
                code(cmark_node_get_literal(n), indent);
            } else if (type == CMARK_NODE_ITEM) {
                float in = 24 * ui.u, pitch = ui.size(style.factor) * style.line;
                if (style.draw) {
                    if (ordered) text_at(ui, x0 + indent, y + pitch / 2, Face::medium, style.factor, style.role, std::to_string(number) + ".");
                    else ImGui::GetWindowDrawList()->AddCircleFilled({x0 + indent + 6 * ui.u, y + pitch / 2}, 3 * ui.u, ui.col(style.role));
                }
                ++number;
                blocks(n, indent + in);
            } else if (type == CMARK_NODE_THEMATIC_BREAK) {
                if (style.draw) h_line(ui, x0, x0 + width, y, 1, ui.col(Role::line));
            } else {
                blocks(n, indent);
            }
        }
    }

    void code(const char* literal, float indent) {
        std::string_view text = literal ? literal : "";
        float factor = std::max(0.73f, style.factor * 0.91f), pitch = ui.size(factor) * 1.45f;
        while (!text.empty()) {
            auto end = text.find('\n');
            std::string_view whole = text.substr(0, end);
            bool fits = text_width(ui, Face::mono, factor, whole) <= width - indent;     // its own spaces are kept
            for (const std::string& part : fits ? std::vector{std::string(whole)} : wrap(ui, Face::mono, factor, whole, width - indent)) {
                if (style.draw) text_at(ui, x0 + indent, y + pitch / 2, Face::mono, factor, Role::text, part);
                y += pitch;
            }
            text.remove_prefix(end == text.npos ? text.size() : end + 1);
        }
    }
};

}  // namespace

float rich_text(Ui& ui, float x, float y, float width, std::string_view markdown, const RichStyle& style) {
    std::unique_ptr<cmark_node, void (*)(cmark_node*)> root(cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_DEFAULT), cmark_node_free);
    Flow flow{ui, style, x, width, y};
    if (root) flow.blocks(root.get(), 0);
    return flow.y - y;
}

}  // namespace launchlab
