#include "core/paste_match.h"

namespace launchlab {

Matcher::Matcher(const std::vector<std::string>& phrases) : same_(phrases.size(), -1) {
    for (const std::string& phrase : phrases)
        for (char c : phrase)
            if (std::uint8_t& known = class_[static_cast<unsigned char>(c)]; known == 0) known = static_cast<std::uint8_t>(classes_++);

    const auto add_state = [&] {
        go_.resize(go_.size() + classes_, start);
        found_.push_back(-1);
        next_found_.push_back(start);
        depth_.push_back(0);
        return static_cast<State>(found_.size() - 1);
    };
    add_state();
    for (std::size_t i = 0; i < phrases.size(); ++i) {
        if (phrases[i].empty()) continue;
        State state = start;
        for (char c : phrases[i]) {
            const std::size_t place = state * classes_ + class_[static_cast<unsigned char>(c)];
            if (go_[place] == start) {
                const State made = add_state();
                go_[place] = made;
                depth_[made] = depth_[state] + 1;
            }
            state = go_[place];
        }
        same_[i] = found_[state];
        found_[state] = static_cast<std::int32_t>(i);
    }

    // Breadth first: a state's fall-back is known before those of the states behind it.
    std::vector<State> queue, back(found_.size(), start);
    for (std::size_t c = 0; c < classes_; ++c)
        if (go_[c] != start) queue.push_back(go_[c]);
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const State state = queue[i];
        next_found_[state] = found_[back[state]] >= 0 ? back[state] : next_found_[back[state]];
        for (std::size_t c = 0; c < classes_; ++c) {
            State& to = go_[state * classes_ + c];
            const State instead = go_[back[state] * classes_ + c];
            if (to == start) {
                to = instead;
            } else {
                back[to] = instead;
                queue.push_back(to);
            }
        }
    }
}

}  // namespace launchlab
