#include "terminal/timeline.h"

#include <algorithm>
#include <cstdio>

#include "core/codes.h"

namespace launchlab {

namespace {

constexpr int symbol_width = 3, answer_width = 24, slot_width = 21, time_width = 6;
constexpr int fixed_width = 2 + 1 + symbol_width + answer_width + 1 + slot_width + 1 + time_width;

int count(const Request& request) { return static_cast<int>(request.calls.size()); }
const CallRequest& asked(const Run& run, int index) { return run.request.calls[static_cast<std::size_t>(index)]; }
bool from_page(const Run& run) { return run.origin.kind == Origin::Kind::page; }

std::string name_of(const Run& run, int index) {
    const CallRequest& call = asked(run, index);
    std::string name = is_launch(call) ? launch_statement(run.request, index) : call.call;
    if (call.thread != 0) name += " [thread " + std::to_string(call.thread) + "]";
    return name;
}

int name_width(const Run& run, const Style& style) {
    int longest = 21;
    for (int i = 0; i < count(run.request); ++i) longest = std::max(longest, cells(printable_line(style, name_of(run, i))));
    return std::min(longest, std::max(21, style.width - fixed_width));
}

bool slot_known(const Call& call) { return call.slot >= 0 && call.slot_before >= 0; }

struct Cell {
    Mark mark = Mark::ok;
    Ink ink = Ink::plain;
    std::string text;
};

Cell answer(const Run& run, int index, bool reached) {
    const CallRequest& asked_call = asked(run, index);
    const Call* call = find_call(run, index);
    if (!call) {
        if (is_launch(asked_call))
            if (const auto code = launch_code(run, index)) {
                if (*code != 0) return {Mark::rule, Ink::error, "refused (inferred)"};
                return {Mark::rule, Ink::quiet, "accepted (inferred)"};
            }
        if (from_page(run)) return {Mark::rule, Ink::quiet, "not recorded"};
        return reached ? Cell{Mark::trouble, Ink::amber, "did not return"} : Cell{Mark::rule, Ink::quiet, "not made"};
    }
    if (asked_call.call == "launch")
        return call->code == 0 ? Cell{Mark::ok, Ink::ok, "accepted"} : Cell{Mark::statement, Ink::error, "refused"};
    const std::string text = fill_left(std::to_string(call->code), 3) + " " + std::string(word_of(call->code));
    if (call->code == 0) return {Mark::ok, Ink::ok, text};
    return {is_wait(asked_call) ? Mark::fault : Mark::refused, Ink::error, text};
}

// The trace: low on the left is 0, high on the right is a code; it crosses where a call writes or clears the slot.
std::string trace(const Style& style, int before, int after, const std::string& word) {
    const auto piece = [&](const char* utf8, const char* ascii) { return std::string(style.utf8 ? utf8 : ascii); };
    const std::string tail = std::to_string(after) + (word.empty() ? "" : " " + word);
    if (before == 0 && after == 0) return piece("0 │", "0 |");
    if (before == 0) return piece("  └─┐ ", "  +-. ") + tail;
    if (after == 0) return piece("  ┌─┘ ", "  .-+ ") + tail;
    return piece("    │ ", "    | ") + tail;
}

std::string slot_cell(const Run& run, int index, const Style& style) {
    const Call* call = find_call(run, index);
    if (!call) return {};
    if (slot_known(*call)) return trace(style, call->slot_before, call->slot, slot_word(*call));
    // Where the slot was not recorded, what a check returned is what the slot held; no other row is known.
    if (!is_check(asked(run, index))) return {};
    if (call->code == 0) return trace(style, 0, 0, "");
    return call->call == "cudaPeekAtLastError" ? trace(style, call->code, call->code, "read, kept")
                                               : trace(style, call->code, 0, "read, cleared");
}

class Writer {
public:
    Writer(const Run& run, const Style& style) : run_(run), style_(style), names_(name_width(run, style)) {}

    void row(const std::string& edge, const std::string& outside_name, const Cell& cell, const std::string& slot, const std::string& time) {
        const std::string name = printable_line(style_, outside_name);
        const std::string mark = symbol(style_, cell.mark);
        if (style_.width < fixed_width + 21) {  // narrow: two lines a row
            append(lines, wrap(style_, name, edge + " ", edge + "   "));
            append(lines,
                   wrap(style_, cell.text + (time.empty() ? "" : ", " + time), edge + "   " + fill(mark, symbol_width), edge + "      "));
            if (const std::string line = edge + "   slot " + slot; !slot.empty() && cells(line) <= style_.width)
                lines.push_back(line);
            else if (!slot.empty())
                append(lines, wrap(style_, slot, edge + "   slot ", edge + "     "));
            return;
        }
        std::string line = edge + " ";
        if (cells(name) > names_) {
            lines.push_back(line + name);
            line += std::string(static_cast<std::size_t>(names_), ' ');
        } else {
            line += fill(name, names_);
        }
        line += " " + paint(style_, cell.ink, fill(fill(mark, symbol_width) + cell.text, symbol_width + answer_width)) + " ";
        const bool high = slot.find_first_of("123456789") != std::string::npos;
        line += high ? paint(style_, Ink::error, fill(slot, slot_width)) : fill(slot, slot_width);
        line += " " + paint(style_, Ink::quiet, fill_left(time, time_width));
        while (!line.empty() && line.back() == ' ') line.pop_back();
        lines.push_back(line);
    }

    // A sentence under a row; the slot's trace runs on beside it where there is room.
    void remark(const std::string& edge, const std::string& outside_text, int slot, bool traced) {
        const std::string text = printable_line(style_, outside_text);
        const int before_slot = names_ + symbol_width + answer_width + 2;
        if (!traced || style_.width < fixed_width + 21 || cells(text) > before_slot - 3) {
            append(lines, wrap(style_, text, edge + "   ", edge + "   "));
            return;
        }
        const std::string line = slot == 0 ? "  " + bar() : "    " + bar();
        lines.push_back(edge + " " + fill("  " + text, before_slot) + line);
    }

    void gpu(Ink ink, Mark mark, const std::string& text) {
        Lines wrapped = wrap(style_, text, "  GPU  " + fill(symbol(style_, mark), symbol_width), "          ");
        for (std::string& line : wrapped) lines.push_back(paint(style_, ink, line));
    }

    Lines lines;

private:
    std::string bar() const { return style_.utf8 ? "│" : "|"; }
    const Run& run_;
    const Style& style_;
    int names_;
};

std::string taken_words(const Run& run, int unit) {
    for (const Taken& taken : run.taken) {
        if (taken.unit != unit || taken.image < 0 || unit >= static_cast<int>(run.request.units.size())) continue;
        const auto& images = run.request.units[static_cast<std::size_t>(unit)].images;
        if (taken.image >= static_cast<int>(images.size())) continue;
        const ImageRequest& image = images[static_cast<std::size_t>(taken.image)];
        const std::string name = (image.kind == Kind::ptx ? "compute_" : image.kind == Kind::lto ? "lto_" : "sm_") + image.arch;
        return name + " (" + std::string(to_label(image.kind)) + "), known by " +
               (taken.from == "marker" ? "its marker in the buffer" : "the PTX version the runtime reports");
    }
    return {};
}

void write_gpu(Writer& writer, const Run& run, int launch) {
    const CallRequest& call = asked(run, launch);
    const auto& units = run.request.units;
    std::string kernel = "The kernel";
    if (call.unit >= 0 && call.unit < static_cast<int>(units.size()) && !units[static_cast<std::size_t>(call.unit)].entry.empty())
        kernel = units[static_cast<std::size_t>(call.unit)].entry;
    const std::string image = taken_words(run, call.unit);
    const auto code = launch_code(run, launch);
    switch (lane(run, launch)) {
        case Lane::refused:
            writer.gpu(Ink::error, Mark::statement,
                       "Nothing ran: the launch was refused, no work was queued." +
                           std::string(find_call(run, launch) ? "" : " Inferred from the code under the launch."));
            break;
        case Lane::ran: writer.gpu(Ink::ok, Mark::ok, kernel + " ran" + (image.empty() ? "." : ": image " + image + ".")); break;
        case Lane::jit:
            writer.gpu(Ink::jit, Mark::jit,
                       kernel + " ran, compiled by the driver from PTX (JIT)" + (image.empty() ? "." : ": image " + image + "."));
            break;
        case Lane::faulted: {
            std::string where = "a later call";
            int found = code.value_or(0);
            for (int i = launch; i < count(run.request); ++i)
                if (const Call* later = find_call(run, i); later && later->code != 0) {
                    where = i == launch ? "the launch" : later->call;
                    found = later->code;
                    break;
                }
            writer.gpu(Ink::error, Mark::fault,
                       kernel + " started and failed: " + std::to_string(found) + " " + std::string(word_of(found)) + ", reported at " +
                           where + ".");
            break;
        }
        case Lane::not_recorded: writer.gpu(Ink::quiet, Mark::rule, "Not recorded: what the GPU did is not in this recording."); break;
        case Lane::none: writer.gpu(Ink::quiet, Mark::rule, "Idle: the launch was not reached."); break;
        case Lane::waiting:
        case Lane::open: writer.gpu(Ink::amber, Mark::trouble, "Open: the run ended before " + kernel + " was known to end."); break;
    }
}

void write_value(Writer& writer, const Run& run, const Value& value, int slot, bool traced) {
    const std::string word = value_word(run, value);
    if (!value.read) {
        writer.remark(" ", value.buffer + " could not be read: the copy failed", slot, traced);
        return;
    }
    const auto shown = [&](std::uint32_t number) {
        return number >= 0xFF000000u || word == "untouched" ? to_hex(number) : std::to_string(number);
    };
    const bool same =
        std::all_of(value.words.begin(), value.words.end(), [&](std::uint32_t number) { return number == value.words.front(); });
    std::string words;
    for (std::size_t i = 0; i < value.words.size() && i < (same ? 1 : 4); ++i) words += (i ? ", " : "") + shown(value.words[i]);
    if (!same && value.words.size() > 4) words += ", ...";
    Cell cell{Mark::ok, Ink::ok, word};
    if (word == "untouched") cell = {Mark::untouched, Ink::amber, word};
    if (word.empty()) cell = {Mark::here, Ink::plain, "read by the host"};
    writer.row(" ", "  " + value.buffer + " = " + words, cell, "", "");
}

}  // namespace

bool is_launch(const CallRequest& call) { return call.call == "launch" || call.call == "cudaLaunchCooperativeKernel"; }
bool is_check(const CallRequest& call) { return call.call == "cudaPeekAtLastError" || call.call == "cudaGetLastError"; }
bool is_wait(const CallRequest& call) {
    return call.call == "cudaDeviceSynchronize" || call.call == "cudaMemcpy" || call.call == "cudaFree" || call.call == "cudaDeviceReset";
}

std::optional<int> check_under(const Request& request, int launch) {
    const int next = launch + 1;
    if (next < count(request) && is_check(request.calls[static_cast<std::size_t>(next)])) return next;
    return std::nullopt;
}

std::optional<int> wait_after(const Request& request, int launch) {
    for (int i = launch + 1; i < count(request); ++i)
        if (is_wait(request.calls[static_cast<std::size_t>(i)])) return i;
    return std::nullopt;
}

std::string launch_statement(const Request& request, int index) {
    const CallRequest& call = request.calls[static_cast<std::size_t>(index)];
    const bool known = call.unit >= 0 && call.unit < static_cast<int>(request.units.size());
    const std::string entry = known ? request.units[static_cast<std::size_t>(call.unit)].entry : "";
    if (entry.empty() || call.grid.empty() || call.block.empty()) return (entry.empty() ? "kernel" : entry) + "<<<...>>>";
    const auto dimensions = [](const std::vector<unsigned>& sizes) {
        std::string text = sizes.size() > 1 ? "{" : "";
        for (std::size_t i = 0; i < sizes.size(); ++i) text += (i ? "," : "") + std::to_string(sizes[i]);
        return text + (sizes.size() > 1 ? "}" : "");
    };
    std::string text = entry + "<<<" + dimensions(call.grid) + ", " + dimensions(call.block);
    if (call.smem != 0) text += ", " + std::to_string(call.smem);
    text += ">>>(";
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const std::string& arg = call.args[i];
        const std::size_t colon = arg.find(':');
        text += (i ? ", " : "") + (colon == std::string::npos ? arg : arg.substr(colon + 1));
    }
    return text + ")";
}

std::string slot_word(const Call& call) {
    if (call.call == "cudaGetLastError") return call.slot_before != 0 ? "read, cleared" : "";
    if (call.call == "cudaPeekAtLastError" && call.slot_before == call.slot) return call.slot != 0 ? "read, kept" : "";
    if (call.slot == 0) return "";
    return call.slot != call.slot_before ? "written" : "not read";
}

std::string to_hex(std::uint32_t word) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", static_cast<unsigned>(word));
    return text;
}

std::string value_word(const Run& run, const Value& value) {
    if (!value.read || value.words.empty()) return {};
    for (const UnitRequest& unit : run.request.units)
        for (const ImageRequest& image : unit.images)
            if (const auto target = parse_arch(image.kind, image.arch); target && marker(*target) == value.words[0])
                return "marker of " + to_name(*target);
    for (int i = std::min(value.index, count(run.request)) - 1; i >= 0; --i) {
        const CallRequest& call = asked(run, i);
        if (call.call != "cudaMemset" || call.buffer != value.buffer) continue;
        const std::uint32_t byte = static_cast<std::uint32_t>(call.value) & 0xFF;
        const std::uint32_t word = byte | byte << 8 | byte << 16 | byte << 24;
        const bool same = std::all_of(value.words.begin(), value.words.end(), [&](std::uint32_t w) { return w == word; });
        return same ? "untouched" : "";
    }
    return {};
}

Lines timeline_lines(const Run& run, const Style& style) {
    Writer writer(run, style);
    const int calls = count(run.request);
    const bool done = run.done.has_value();
    if (done && run.calls.empty() && run.request.calls.empty()) return {};
    if (done && run.calls.empty() && !from_page(run)) {
        writer.lines = wrap(style, "No call was made: the run ended before the first one.", "  ", "  ");
        return writer.lines;
    }
    int last_returned = -1;
    for (const Call& call : run.calls) last_returned = std::max(last_returned, call.index);

    std::vector<int> open;  // launches whose GPU line is still to come
    int slot = 0;
    bool framed = false;
    for (int i = 0; i < calls; ++i) {
        const Call* call = find_call(run, i);
        if (!call && !done) return writer.lines;
        const CallRequest& request = asked(run, i);
        const bool launch = is_launch(request);
        const bool traced = call && slot_known(*call);
        const auto check = launch ? check_under(run.request, i) : std::nullopt;
        const auto edge = [&](const char* utf8, const char* ascii) { return std::string(style.utf8 ? utf8 : ascii); };
        const std::string frame = framed ? edge("┗", "'") : check ? edge("┏", ".") : " ";

        const bool cut_short = done && run.done->how != "finished";
        const std::string time = call && call->us >= 0 ? to_duration(style, call->us) : "";
        writer.row(frame, name_of(run, i), answer(run, i, cut_short && i == last_returned + 1), slot_cell(run, i, style), time);
        if (call) slot = std::max(call->slot, 0);
        framed = check.has_value();
        if (launch && call && request.call == "launch") {
            const std::string middle = check ? edge("┃", ":") : " ";
            writer.remark(middle, "returns nothing; cudaLaunchKernel returned " + std::to_string(call->code), slot, traced);
            if (!check) writer.remark(middle, "not checked: no call under it asks for the code", slot, traced);
        }
        if (launch) open.push_back(i);

        if (request.call == "cudaMemcpy" && call) {
            const Value* value = find_value(run, i);
            if (!value && !done && last_returned <= i) return writer.lines;
            if (value) write_value(writer, run, *value, slot, traced);
        }
        // A refusal is known at once and stands right under the pair; anything else is known once something has waited.
        for (auto it = open.begin(); it != open.end();) {
            const int one = *it;
            const bool no_work = lane(run, one) == Lane::refused;
            const int place = no_work ? check_under(run.request, one).value_or(one) : wait_after(run.request, one).value_or(calls - 1);
            if (i < place) {
                ++it;
                continue;
            }
            if (!no_work && !done) return writer.lines;
            write_gpu(writer, run, one);
            it = open.erase(it);
        }
    }
    const bool launches = std::any_of(run.request.calls.begin(), run.request.calls.end(), is_launch);
    if (!launches) writer.gpu(Ink::quiet, Mark::rule, "Idle: this program launches nothing.");
    return writer.lines;
}

}  // namespace launchlab
