// Figure: one measured number beside its limit, and the table that ./dev bench prints. Owns medians and wording; leaves
// measuring to the parts. Invariant: a number without a limit is said, never judged; what could not be measured is a line
// of its own.
#pragma once

#include <string>
#include <vector>

namespace launchlab::bench {

double now();                                    // seconds of the steady clock
double median(std::vector<double> values);       // 0 of nothing

enum class Outcome { ok, missed, told };         // told: no limit stands for it

struct Figure {
    std::string name, measured, limit;
    Outcome outcome = Outcome::told;
};

class Table {
public:
    void at_most(const std::string& name, double value, double limit, const std::string& unit, const std::string& beside = "");
    void at_least(const std::string& name, double value, double limit, const std::string& unit, const std::string& beside = "");
    void tell(const std::string& name, double value, const std::string& unit, const std::string& beside = "");
    void fail(const std::string& name, const std::string& why);      // it should have been measured and could not be
    void note(const std::string& line);

    bool missed() const;
    std::string text() const;

private:
    void add(Figure figure);
    std::vector<Figure> figures_;
    std::vector<std::string> notes_;
};

}  // namespace launchlab::bench
