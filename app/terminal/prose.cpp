#include "terminal/prose.h"

#include <cmark-gfm.h>

#include <cstdlib>

namespace launchlab {

namespace {

template <class Render>
std::string rendered(std::string_view markdown, const Render& render) {
    cmark_node* document = cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8);
    char* text = render(document);
    std::string out = text ? text : "";
    std::free(text);
    cmark_node_free(document);
    return out;
}

}  // namespace

Lines prose_lines(std::string_view markdown, const Style& style) {
    // Its own width counts bytes and breaks inside words that are code, so lines are broken here.
    const std::string text = rendered(markdown, [](cmark_node* node) { return cmark_render_plaintext(node, CMARK_OPT_NOBREAKS, 0); });
    Lines lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        if (indent == line.size()) lines.push_back("");
        else append(lines, wrap(style, line.substr(indent), std::string(indent, ' '), std::string(indent, ' ')));
        at = end + 1;
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

std::string prose_html(std::string_view markdown) {
    return rendered(markdown, [](cmark_node* node) { return cmark_render_html(node, CMARK_OPT_DEFAULT, nullptr); });
}

}  // namespace launchlab
