#include "bench/figure.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace launchlab::bench {

namespace {

std::string number(double value, const std::string& unit) {
    char text[48];
    std::snprintf(text, sizeof text, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    return unit.empty() ? text : std::string(text) + " " + unit;
}
// A limit is written as it stands in the list of figures: 1.5, 10.
std::string bound(double value, const std::string& unit) {
    char text[48];
    std::snprintf(text, sizeof text, "%g", value);
    return unit.empty() ? text : std::string(text) + " " + unit;
}
std::string with(const std::string& text, const std::string& beside) { return beside.empty() ? text : text + " (" + beside + ")"; }

}  // namespace

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void Table::at_most(const std::string& name, double value, double limit, const std::string& unit, const std::string& beside) {
    add({name, with(number(value, unit), beside), "at most " + bound(limit, unit), value <= limit ? Outcome::ok : Outcome::missed});
}
void Table::at_least(const std::string& name, double value, double limit, const std::string& unit, const std::string& beside) {
    add({name, with(number(value, unit), beside), "at least " + bound(limit, unit), value >= limit ? Outcome::ok : Outcome::missed});
}
void Table::tell(const std::string& name, double value, const std::string& unit, const std::string& beside) {
    add({name, with(number(value, unit), beside), "", Outcome::told});
}
void Table::fail(const std::string& name, const std::string& why) { add({name, why, "", Outcome::missed}); }
void Table::note(const std::string& line) {
    notes_.push_back(line);
    std::fprintf(stderr, "%s\n", line.c_str());
}

void Table::add(Figure figure) {
    std::fprintf(stderr, "%s: %s\n", figure.name.c_str(), figure.measured.c_str());
    figures_.push_back(std::move(figure));
}

bool Table::missed() const {
    return std::any_of(figures_.begin(), figures_.end(), [](const Figure& figure) { return figure.outcome == Outcome::missed; });
}

std::string Table::text() const {
    std::vector<Figure> rows = figures_;
    std::size_t name = 6, measured = 8, limit = 5;
    for (const Figure& row : rows) {
        name = std::max(name, row.name.size());
        measured = std::max(measured, row.measured.size());
        limit = std::max(limit, row.limit.size());
    }
    const auto padded = [](std::string text, std::size_t width) { return text + std::string(width - text.size(), ' '); };
    const auto line = [&](const std::string& a, const std::string& b, const std::string& c, const std::string& d) {
        return std::string("| ") + padded(a, name) + " | " + padded(b, measured) + " | " + padded(c, limit) + " | " + padded(d, 3) + " |\n";
    };
    std::string text = line("figure", "measured", "limit", "ok");
    for (std::size_t width : {name, measured, limit, std::size_t(3)}) text += "|" + std::string(width + 2, '-');
    text += "|\n";
    for (const Figure& row : rows)
        text += line(row.name, row.measured, row.limit, row.outcome == Outcome::ok ? "yes" : row.outcome == Outcome::missed ? "no" : "-");
    if (!notes_.empty()) text += "\n";
    for (const std::string& note : notes_) text += note + "\n";
    return text;
}

}  // namespace launchlab::bench
