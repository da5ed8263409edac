// The error hub: what was pasted with its marks, the answer beside it in a fixed order, and the codes around it. Owns its words
// (hub_words.cpp) and layout; leaves the answer to core/paste, the entries to core/hub, and reading to session/lookup.
// Invariant: every state says what to do next, keys reach all of it, Escape leaves it as it was entered.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/hub.h"
#include "core/paste.h"
#include "panels/symbol.h"
#include "panels/ui.h"

namespace launchlab {

class Session;
struct Scene;
struct HubPage;

enum class HubTab { text, answer, codes };
enum class HubCopied { nothing, command, report };
struct HubState {
    bool open = false;
    HubTab tab = HubTab::text;
    std::array<char, 256> query{};
    bool focus = false;               // the search takes the keyboard in the next frame
    bool empty_clipboard = false;     // a paste found nothing to paste
    std::size_t left_out = 0;         // bytes of the clipboard's middle
    HubCopied copied = HubCopied::nothing;
    int answered = 0;                 // of Lookup::pasted(): the answer that was brought into view
    bool bring_mark = false, bring_code = false;   // to be scrolled into view
    double reading_since = 0;         // 0 = not reading
};

void open_hub(Scene& s);
void open_hub(Scene& s, std::string text);
void paste_into_hub(Scene& s);        // the clipboard's text
std::string hub_text_of(std::string_view text, std::size_t& left_out);
void draw_hub(Scene& s, const Rect& rect);
void hub_keys(Scene& s);
void copy_hub_command(Scene& s, const HubPage& page);
void copy_hub_report(Scene& s);
void open_hub_step(Scene& s, const HubPage& page);
void scroll_hub_by_keys(const Scene& s);              // the area that is being drawn

// -- its parts --
void draw_hub_box(Scene& s, const Rect& rect);        // the text and what its marks mean
void draw_hub_answer(Scene& s, const Rect& rect);     // and at its foot the step and what was measured
void draw_hub_codes(Scene& s, const Rect& rect);

// -- its words, for tests too --
struct HubTile { Symbol symbol; std::string title, text; };
struct HubOther { int code = 0; std::string text; };  // code 0: a cause without a code
struct HubPage {
    enum class Kind { empty, reading, broken, binary, unknown, text, entry } kind = Kind::empty;
    Symbol symbol = Symbol::open;
    int code = 0;                                     // 0: the title says what it is
    std::string title, sure;                          // sure: "certain", "not sure"; "" = not asked
    std::string sentence;                             // the runtime's
    std::string misleading, sticky;                   // Markdown, as all below
    std::vector<HubTile> where;
    std::string cause, here;                          // what the text says; what holds on this machine
    std::vector<HubOther> alternatives;               // what else it may be
    std::string ask;                                  // what to paste next
    std::string command, then;                        // the command as it is
    std::vector<HubOther> look_alikes;
    std::string look_alikes_more;
    std::string step, step_title, measured;
    std::string step_more;                            // where else to look when no step shows it
};
HubPage page_of(const Session& session);
std::string hub_report(const Session& session);       // the answer as plain text, to be sent to somebody

struct HubLegend { MarkRole role; std::string word, text; };
std::vector<HubLegend> legend_of(const PasteAnswer& answer);
std::string cause_words(std::string_view cause);      // "older_major" -> "the images are for another major"
std::string size_words(std::size_t bytes);            // "5.2 MB"

}  // namespace launchlab
