// The undo of a text: what each change took out and put in. Owns grouping (letters typed in a row are one step) and its bound;
// leaves the text itself to whoever holds it. Invariant: undo and redo give back exactly the text that was, to the byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launchlab {

// Where two texts differ: `out` bytes at `at` were replaced by `in`. Of several places that fit (a blank among blanks) it is the
// one that leaves the cursor where it is.
struct TextDifference { std::size_t at = 0, out = 0, in = 0; };
TextDifference text_difference(std::string_view before, std::string_view after, std::optional<std::size_t> cursor = std::nullopt);

class EditHistory {
public:
    // One change of the whole text. `cursor`: where it is after typing; unset: the change came as a whole (a reset, a file) and
    // is never grouped with the one before.
    void note(std::string_view before, std::string_view after, std::optional<std::size_t> cursor = std::nullopt);
    void close_group() { open_ = false; }          // the next change is a step of its own

    struct Back { std::string text; std::size_t cursor = 0; };
    // The text before the last change that was not undone yet; unset = there is none, or `now` is not the text that was noted last.
    std::optional<Back> undo(std::string_view now);
    std::optional<Back> redo(std::string_view now);
    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ < changes_.size(); }

private:
    struct Change { std::size_t at = 0; std::string out, in; };
    std::vector<Change> changes_;                  // those from at_ on were undone
    std::size_t at_ = 0, bytes_ = 0;
    bool open_ = false;
};

}  // namespace launchlab
