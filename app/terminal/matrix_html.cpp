// The matrix as one page: no script, no foreign file, both themes, a print form; a screen reader gets each cell with its heads.
#include <string_view>

#include "terminal/matrix_report.h"

namespace launchlab {
namespace {

// The colours are those of the window (panels/theme): text and signs keep a contrast of 7 on their surface.
constexpr std::string_view style_sheet = R"(
:root{--page:#eef1f5;--panel:#fff;--line:#c6ceda;--text:#0a0f17;--text2:#2c3645;--accent:#0a4794;--ok:#005642;--error:#8a2800;--jit:#54289c;--amber:#5f4000;--okm:#dbe8e5;--errorm:#ecdfd9;--jitm:#e4deef;--own:#e2e9f1}
@media (prefers-color-scheme:dark){:root{--page:#0b0e14;--panel:#121721;--line:#273040;--text:#f3f6fa;--text2:#c2ccd9;--accent:#72b6ff;--ok:#45d6b0;--error:#ff9463;--jit:#c8abff;--amber:#f4c552;--okm:#1f4946;--errorm:#503832;--jitm:#41405a;--own:#1d2a3c}}
*{box-sizing:border-box}
body{margin:0;padding:28px;background:var(--page);color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
h1{font-size:28px;line-height:1.25;margin:0 0 4px}h2{font-size:20px;margin:36px 0 8px}p{margin:0 0 14px;color:var(--text2);max-width:95ch}
.wide{overflow-x:auto;background:var(--panel);border:1px solid var(--line);border-radius:14px;padding:18px 28px}
table{border-collapse:collapse}caption{text-align:left;color:var(--text2);padding-bottom:12px}
th{font-weight:600;text-align:left}thead th{text-align:center;vertical-align:bottom;padding:4px;font-variant-numeric:tabular-nums}thead tr:first-child th:first-child{text-align:left;padding-left:0}
thead .card{display:block;font-weight:400;font-size:13px;color:var(--text2)}tbody th{padding:8px 14px 8px 0;min-width:9em;max-width:18em;overflow-wrap:anywhere}
tbody th small{display:block;font-weight:400;color:var(--text2)}code{font-family:"JetBrains Mono",ui-monospace,monospace;font-size:.92em}
.wide tbody tr{border-top:1px solid var(--line)}td{text-align:center;padding:3px 2px;white-space:nowrap}
td span{display:inline-block;min-width:3.2em;padding:3px 4px;line-height:1.3;font-size:14px;border:1.5px solid transparent;border-radius:10px}
td b{display:block}td small{display:block;font-size:12px;color:var(--text)}
.sass b{color:var(--ok)}.jit b{color:var(--jit)}.code b{color:var(--error)}.unsure b{color:var(--amber)}
.m b{color:var(--text)}.m.sass span{background:var(--okm);border-color:var(--ok)}.m.jit span{background:var(--jitm);border-color:var(--jit)}.m.code span{background:var(--errorm);border-color:var(--error)}
.m.differs span{background:none;border:2px dashed var(--amber)}.unsure span{border:1.5px dashed var(--amber)}
.own{background:var(--own);border-left:2px solid var(--accent);border-right:2px solid var(--accent)}thead .own{border-top:2px solid var(--accent);color:var(--accent)}thead .own .card{color:var(--text)}
.group{border-bottom:1px solid var(--line)}.why td{text-align:left;white-space:normal;padding:4px 18px 4px 0;vertical-align:top}.why{background:var(--panel);width:100%}.why thead tr th{text-align:left;padding:4px 18px 4px 0}.why th:first-child,.why td:first-child{padding-left:14px}.why tbody th{min-width:5em;padding:4px 18px 4px 0;vertical-align:top}
.trouble{color:var(--amber)}
@media print{@page{size:landscape;margin:10mm}:root{--page:#fff;--panel:#fff;--line:#999;--text:#000;--text2:#222;--accent:#0a4794;--ok:#005642;--error:#8a2800;--jit:#54289c;--amber:#5f4000;--okm:#fff;--errorm:#fff;--jitm:#fff;--own:#fff}
body{padding:0;font-size:10px}.wide{overflow:visible;border:0;padding:0}td span{min-width:0;padding:2px 3px}thead th{padding:2px 3px}tbody th{min-width:9em}tr,h2{break-inside:avoid}h2{break-after:avoid}}
)";

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') out += "&#xFFFD;";
        else out += c;
    }
    return printable(Style{.width = 1 << 20}, out);
}

std::string class_of(const MatrixCell& cell, bool own) {
    std::string out = cell.verdict.code != 0 ? "code" : cell.verdict.how == How::jit ? "jit" : "sass";
    if (!cell.sure) out += " unsure";
    if (cell.measured) out += " m";
    if (cell.differs) out += " differs";
    return own ? out + " own" : out;
}

std::string cell_html(const MatrixCell& cell, bool own) {
    const std::string sign = cell.verdict.code != 0 ? "\u2715" : cell.verdict.how == How::jit ? "\u00bb" : "\u2713";
    const std::string note = cell.differs ? "measured " + (cell.measured->code ? std::to_string(cell.measured->code) : "0") : cell.measured ? "measured" : cell.sure ? "" : "unsure";
    return "<td class=\"" + class_of(cell, own) + "\"><span><b aria-hidden=\"true\">" + sign + "</b> " + cell_word(cell) + (note.empty() ? "" : "<small>" + note + "</small>") + "</span></td>";
}

// Neighbouring columns of one generation share a head above theirs.
std::string generations_html(const Matrix& matrix) {
    std::string out;
    for (std::size_t i = 0; i < matrix.columns.size();) {
        const std::string& name = matrix.cards[matrix.columns[i].front()].generation;
        std::size_t end = i + 1;
        while (end < matrix.columns.size() && matrix.cards[matrix.columns[end].front()].generation == name) ++end;
        const std::string last = matrix.cards[matrix.columns[end - 1].back()].generation;
        out += "<th scope=\"colgroup\" class=\"group\" colspan=\"" + std::to_string(end - i) + "\">" + escaped(last == name ? name : name + " to " + last) + "</th>";
        i = end;
    }
    return out;
}

std::string table_html(const MatrixReport& report) {
    const Matrix& matrix = report.matrix;
    std::string out = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Matrix\"><table>\n<caption>\u2713 SASS runs as built, \u00bb JIT is translated by the driver, \u2715 the code that the launch returns. A filled cell was measured on such a card, a dashed one is not sure, the others are by rule.</caption>\n<thead>\n<tr><th scope=\"col\" rowspan=\"2\">Build</th>" +
                      generations_html(matrix) + "</tr>\n<tr>";
    for (const auto& column : matrix.columns) {
        const MatrixCard& card = matrix.cards[column.front()];
        std::string below = card.own ? card.example + " yours" : column.size() == 1 ? card.example : "";
        out += std::string("<th scope=\"col\"") + (card.own ? " class=\"own\"" : "") + ">" + escaped(column_text(matrix, column)) + (below.empty() ? "" : "<span class=\"card\">" + escaped(below) + "</span>") + "</th>";
    }
    out += "</tr>\n</thead>\n<tbody>\n";
    for (const MatrixRow& row : matrix.rows) {
        out += "<tr><th scope=\"row\"><code>" + escaped(row_label(row)) + "</code>";
        const std::string below = !row.build.trouble.empty() ? row.build.trouble : row.build.judged ? build_label(row.build) : "";
        if (!below.empty()) out += "<small>" + escaped(below) + "</small>";
        if (const std::string cannot = cannot_text(row.build, report.toolkit); !cannot.empty()) out += "<small class=\"trouble\">" + escaped(cannot) + "</small>";
        out += "</th>";
        if (row.cells.empty()) out += "<td colspan=\"" + std::to_string(matrix.columns.size()) + "\">no verdict</td>";
        else
            for (const auto& column : matrix.columns) out += cell_html(row.cells[column.front()], matrix.cards[column.front()].own);
        out += "</tr>\n";
    }
    return out + "</tbody>\n</table></div>\n";
}

std::string reasons_html(const MatrixReport& report) {
    std::string out;
    for (const MatrixRow& row : report.matrix.rows) {
        if (row.cells.empty()) continue;
        out += "<h2><code>" + escaped(row.build.title) + "</code></h2>\n<table class=\"why\"><caption>Why: " + escaped(images_text(row.build)) +
               "</caption>\n<thead><tr><th scope=\"col\">Outcome</th><th scope=\"col\">Cards</th><th scope=\"col\">Reason</th><th scope=\"col\">How it is known</th></tr></thead>\n<tbody>\n";
        for (const MatrixGroup& group : groups_of(report.matrix, row)) {
            std::string known = "by rule";
            if (!group.sure) known = "not sure: reports differ";
            if (group.outcome) {
                const MatrixMeasured& one = *group.outcome;
                known = group.measured + (group.differs ? " measured otherwise, " + (one.code ? std::to_string(one.code) : std::string("it ran")) + ": " : " measured: ") + one.gpu.name + ", driver " + one.gpu.driver.version + ", " + one.date +
                        (group.all_measured ? "" : group.sure ? "; the others by rule" : "; the others not sure");
            }
            out += "<tr><th scope=\"row\">" + group.word + "</th><td>" + escaped(group.cards) + "</td><td>" + escaped(group.why) + "</td><td>" + escaped(known) + "</td></tr>\n";
        }
        out += "</tbody></table>\n";
    }
    return out;
}

}  // namespace

std::string to_html(const MatrixReport& report) {
    const std::string with = driver_words(report) + (report.toolkit.empty() ? "" : ", built by CUDA " + report.toolkit);
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>Portability matrix</title>\n<style>" +
           std::string(style_sheet) + "</style>\n</head>\n<body>\n<main>\n<h1>Portability matrix</h1>\n<p>Which image each card runs, or the code that the launch returns: " + escaped(with) + ". Written by launchlab.</p>\n" +
           table_html(report) + reasons_html(report) + "</main>\n</body>\n</html>\n";
}

}  // namespace launchlab
