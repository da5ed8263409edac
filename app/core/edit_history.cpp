#include "core/edit_history.h"

#include <algorithm>

namespace launchlab {
namespace {

constexpr std::size_t most_bytes = 32u << 20;

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

}  // namespace

TextDifference text_difference(std::string_view before, std::string_view after, std::optional<std::size_t> cursor) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0, tail = 0;
    while (head < shorter && before[head] == after[head]) ++head;
    while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
    TextDifference found{head, before.size() - head - tail, after.size() - head - tail};
    if (cursor && *cursor >= found.in && *cursor - found.in < head && after.substr(*cursor) == before.substr(*cursor - found.in + found.out)) found.at = *cursor - found.in;
    return found;
}

void EditHistory::note(std::string_view before, std::string_view after, std::optional<std::size_t> cursor) {
    if (before == after) return;
    while (changes_.size() > at_) {
        bytes_ -= changes_.back().out.size() + changes_.back().in.size();
        changes_.pop_back();
        open_ = false;
    }
    const TextDifference found = text_difference(before, after, cursor);
    Change change{found.at, std::string(before.substr(found.at, found.out)), std::string(after.substr(found.at, found.in))};

    bytes_ += change.out.size() + change.in.size();
    const bool letter = change.out.empty() && change.in.size() == 1, rubbed = change.in.empty() && change.out.size() == 1;
    if (open_ && cursor && at_ > 0) {
        Change& last = changes_.back();
        // A word and the blank behind it are one step; the next word begins another.
        if (letter && last.out.empty() && change.at == last.at + last.in.size() && (is_blank(change.in[0]) || !is_blank(last.in.back()))) {
            last.in += change.in;
            return;
        }
        if (rubbed && last.in.empty() && (change.at + 1 == last.at || change.at == last.at)) {
            last.out.insert(change.at == last.at ? last.out.size() : 0, change.out);
            last.at = change.at;
            return;
        }
    }
    open_ = cursor && (letter || rubbed);
    changes_.push_back(std::move(change));
    std::size_t drop = 0;
    while (bytes_ > most_bytes && drop + 1 < changes_.size()) {
        bytes_ -= changes_[drop].out.size() + changes_[drop].in.size();
        ++drop;
    }
    changes_.erase(changes_.begin(), changes_.begin() + static_cast<std::ptrdiff_t>(drop));
    at_ = changes_.size();
}

std::optional<EditHistory::Back> EditHistory::undo(std::string_view now) {
    if (at_ == 0) return std::nullopt;
    const Change& change = changes_[at_ - 1];
    if (change.at > now.size() || now.substr(change.at, change.in.size()) != change.in) return std::nullopt;
    --at_;
    open_ = false;
    std::string text(now);
    text.replace(change.at, change.in.size(), change.out);
    return Back{std::move(text), change.at + change.out.size()};
}

std::optional<EditHistory::Back> EditHistory::redo(std::string_view now) {
    if (at_ == changes_.size()) return std::nullopt;
    const Change& change = changes_[at_];
    if (change.at > now.size() || now.substr(change.at, change.out.size()) != change.out) return std::nullopt;
    ++at_;
    open_ = false;
    std::string text(now);
    text.replace(change.at, change.out.size(), change.in);
    return Back{std::move(text), change.at + change.in.size()};
}

}  // namespace launchlab
