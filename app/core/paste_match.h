// Matcher: many phrases found in one pass over a text (Aho and Corasick's automaton). Owns the automaton; leaves what a phrase
// means to its caller. Phrases are lower case with single blanks. Invariant: the time for a text does not grow with the
// number of phrases, and a state can be kept and gone on from, so that a sentence broken over lines is still one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace launchlab {

class Matcher {
public:
    using State = std::uint32_t;
    static constexpr State start = 0;

    explicit Matcher(const std::vector<std::string>& phrases);

    // Calls hit(phrase, end): `end` is the place in `text` behind the phrase's last letter.
    template <class Hit>
    State scan(std::string_view text, std::size_t from, State state, Hit hit) const {
        for (std::size_t i = from; i < text.size(); ++i) {
            state = step(state, text[i]);
            for (State out = found_[state] >= 0 ? state : next_found_[state]; out != start; out = next_found_[out])
                for (std::int32_t phrase = found_[out]; phrase >= 0; phrase = same_[static_cast<std::size_t>(phrase)])
                    hit(static_cast<std::size_t>(phrase), i + 1);
        }
        return state;
    }
    // Goes on from a kept state, but only as far as a phrase that began before `from` can still end.
    template <class Hit>
    void finish(std::string_view text, std::size_t from, State state, Hit hit) const {
        for (std::size_t i = from; i < text.size(); ++i) {
            state = step(state, text[i]);
            if (depth_[state] <= i + 1 - from) return;
            for (State out = found_[state] >= 0 ? state : next_found_[state]; out != start && depth_[out] > i + 1 - from; out = next_found_[out])
                for (std::int32_t phrase = found_[out]; phrase >= 0; phrase = same_[static_cast<std::size_t>(phrase)])
                    hit(static_cast<std::size_t>(phrase), i + 1);
        }
    }
    State step(State state, char c) const { return go_[state * classes_ + class_[static_cast<unsigned char>(c)]]; }

private:
    std::array<std::uint8_t, 256> class_{};  // letters that no phrase has share class 0
    std::size_t classes_ = 1;
    std::vector<State> go_;                  // [state][class]
    std::vector<std::int32_t> found_;        // the phrase that ends in a state; -1 = none
    std::vector<State> next_found_;          // the next shorter state where a phrase ends; start = none
    std::vector<std::uint32_t> depth_;       // letters that lead to a state
    std::vector<std::int32_t> same_;         // another phrase of the same letters; -1 = none
};

}  // namespace launchlab
