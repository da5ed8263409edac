// The matrix in a terminal: as many columns beside each other as its width holds, the rest below, then the reasons row by row.
#include <algorithm>

#include "terminal/matrix_report.h"

namespace launchlab {
namespace {

constexpr int cell_width = 7, least_label = 16, most_label = 34;

std::string cut(const Style& style, const std::string& text, int width) {
    const std::string shown = printable_line(style, text);
    if (cells(shown) <= width) return shown;
    std::string out;
    for (char c : shown) {
        const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        if (begins && cells(out) + 2 >= width) break;
        out += c;
    }
    return out + "..";
}

Ink ink_of(const MatrixCell& cell) {
    if (!cell.sure || cell.differs) return Ink::amber;
    return cell.verdict.code != 0 ? Ink::error : cell.verdict.how == How::jit ? Ink::jit : Ink::ok;
}

std::string signed_word(const MatrixCell& cell) {
    return cell_word(cell) + (cell.differs ? "!" : cell.measured ? "*" : cell.sure ? "" : "?");
}

// A column's cell stands for all its cards: they are alike but for who was measured when.
const MatrixCell& cell_at(const MatrixRow& row, const std::vector<std::size_t>& column) { return row.cells[column.front()]; }

std::string head_of(const Matrix& matrix, const std::vector<std::size_t>& column) {
    const std::string first = to_text(matrix.cards[column.front()].gpu.capability);
    if (matrix.cards[column.front()].own) return "[" + first + "]";
    return column.size() == 1 ? first : first + "..";
}
std::string below_head(const Matrix& matrix, const std::vector<std::size_t>& column) {
    const MatrixCard& card = matrix.cards[column.front()];
    if (card.own) return "yours";
    return column.size() == 1 ? card.example : to_text(matrix.cards[column.back()].gpu.capability);
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

void add_block(Lines& lines, const Matrix& matrix, std::size_t from, std::size_t to, int label, const Style& style) {
    std::string head(static_cast<std::size_t>(label), ' '), below = head;
    for (std::size_t i = from; i < to; ++i) {
        const bool own = matrix.cards[matrix.columns[i].front()].own;
        const std::string top = fill(head_of(matrix, matrix.columns[i]), cell_width), under = fill(cut(style, below_head(matrix, matrix.columns[i]), cell_width - 1), cell_width);
        head += own ? paint(style, Ink::accent, top) : paint(style, Ink::strong, top);
        below += own ? paint(style, Ink::accent, under) : paint(style, Ink::quiet, under);
    }
    lines.push_back(trimmed(head));
    lines.push_back(trimmed(below));
    for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
        const MatrixRow& row = matrix.rows[r];
        std::string line = fill(fill_left(std::to_string(r + 1), 2) + " " + cut(style, row_label(row), label - 4), label);
        if (row.cells.empty()) {
            lines.push_back(line + paint(style, Ink::amber, "no verdict, see below"));
            continue;
        }
        for (std::size_t i = from; i < to; ++i) {
            const MatrixCell& cell = cell_at(row, matrix.columns[i]);
            line += paint(style, ink_of(cell), fill(signed_word(cell), cell_width));
        }
        lines.push_back(trimmed(line));
    }
    lines.push_back("");
}

void add_reasons(Lines& lines, const MatrixReport& report, std::size_t number, const Style& style) {
    const MatrixRow& row = report.matrix.rows[number];
    const std::string lead = fill_left(std::to_string(number + 1), 2) + " ";
    for (const std::string& line : wrap(style, printable_line(style, row.build.title), lead, "   ")) lines.push_back(paint(style, Ink::strong, line));
    if (row.build.trouble.empty()) append(lines, wrap(style, images_text(row.build), "   ", "   "));
    else append(lines, wrap(style, printable_line(style, row.build.trouble), "   " + fill(symbol(style, Mark::trouble), 3), "      "));
    if (const std::string cannot = cannot_text(row.build, report.toolkit); !cannot.empty()) append(lines, wrap(style, cannot, "   " + fill(symbol(style, Mark::trouble), 3), "      "));
    for (const MatrixGroup& group : groups_of(report.matrix, row)) {
        const std::string word = group.word + (group.differs ? "!" : group.sure ? "" : "?");
        std::string text = group.cards + ": " + group.why + (group.sure ? "" : " Reports differ.");
        if (group.outcome) {
            const MatrixMeasured& one = *group.outcome;
            text += " " + std::string(group.differs ? "Measured otherwise" : "Measured") + " on " + group.measured + ": " + one.gpu.name + ", driver " + one.gpu.driver.version + ", " + one.date +
                    (group.differs ? ": " + std::string(one.code ? std::to_string(one.code) : "it ran") : "") + ".";
        }
        append(lines, wrap(style, printable_line(style, text), "   " + fill(word, 6), "         "));
    }
    lines.push_back("");
}

}  // namespace

Lines matrix_lines(const MatrixReport& report, const Style& style) {
    const Matrix& matrix = report.matrix;
    Lines lines;
    append(lines, wrap(style, std::string("What each card does, ") + driver_words(report) + (report.toolkit.empty() ? "" : ", built by CUDA " + report.toolkit) + ".", "", "  "));
    lines.push_back("");
    int longest = 0;
    for (const MatrixRow& row : matrix.rows) longest = std::max(longest, cells(printable_line(style, row_label(row))) + 4);
    const int label = std::clamp(std::min(longest, style.width * 3 / 8), least_label, most_label);
    const std::size_t beside = static_cast<std::size_t>(std::max(1, (style.width - label) / cell_width));
    const std::size_t blocks = (matrix.columns.size() + beside - 1) / beside, each = blocks == 0 ? 0 : (matrix.columns.size() + blocks - 1) / blocks;
    for (std::size_t from = 0; from < matrix.columns.size(); from += each) add_block(lines, matrix, from, std::min(from + each, matrix.columns.size()), label, style);
    append(lines, wrap(style, "SASS runs as built, JIT is translated by the driver, a number is the code that the launch returns. * measured on such a card, ? reports differ, ! measured otherwise than the rule, [ ] your card; all else by rule.", "", ""));
    lines.push_back("");
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) add_reasons(lines, report, i, style);
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

}  // namespace launchlab
