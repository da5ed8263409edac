// Learn: the dialogue of `launchlab learn --text` over one Session. Owns what is said and asked in each phase; leaves the phases to
// core/step, the words of rows and choices to terminal/learn_words. Invariant: nothing moves but by a line that was typed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"
#include "terminal/learn_arguments.h"
#include "terminal/output.h"
#include "terminal/patience.h"
#include "terminal/typed.h"

namespace launchlab {

class Learn {
public:
    Learn(const LearnArguments& asked, Output& out, Output& err) : asked_(asked), out_(out), err_(err) {}
    int go(SessionOptions options);

private:
    struct Item { int ask = -1; bool because = false; };   // one question; ask -1 = how sure
    std::vector<Item> items() const;
    bool open_step(const std::string& id);
    void choose_card();
    void head();
    void question_again();
    void before_run();
    void ask(const Item& item);
    void run();
    void see();
    void say_what_was_seen();
    void explain();
    void try_it();
    void elsewhere();
    bool go_on();
    void try_word(const std::string& word);
    std::optional<std::string> hear(const std::string& prompt);
    void help();
    void hint();

    void say(const std::string& text) { out_.print(wrap(out_.style(), printable(out_.style(), text), "", "")); }
    void gap() { out_.print("\n"); }
    void title(const std::string& text);
    void prose(const std::string& markdown);
    StepValues values() const;
    const Step& step() const { return *session_->step(); }
    const StepState& state() const { return session_->state(); }

    LearnArguments asked_;
    Output &out_, &err_;
    Patience patience_;
    Session* session_ = nullptr;
    Typed* typed_ = nullptr;
    int cursor_ = -1;         // among items(); -1 = the first that is open
    bool left_ = false, tried_ = false, rule_card_ = false;
    bool seen_ = false;       // the run on show was printed
};

std::string lower(std::string text);

}  // namespace launchlab
