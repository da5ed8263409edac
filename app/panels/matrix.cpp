#include "panels/matrix.h"

#include <algorithm>

#include "core/flags.h"
#include "panels/panels.h"
#include "session/course_files.h"
#include "session/sweep_files.h"

namespace launchlab {

namespace {

Driver open_driver() { return {580, "580"}; }  // the newest that still drives every card from 5.0 on

// What stands in the window's toolkit; without one the newest that this course is written for.
const Toolkit* toolkit_of(const Session& session) { return session.toolkit() ? session.toolkit() : find_toolkit(session.toolkits(), "13.0"); }

std::string key_of(const Scene& s) {
    const Session& session = s.session;
    const Gpu* card = session.judged_card();
    const Toolkit* toolkit = toolkit_of(session);
    std::string key = (s.screen.matrix.fold ? "fold " : "wide ") + (toolkit ? toolkit->version : std::string()) + " ";
    if (card) key += card->name + to_text(card->capability) + card->driver.version + std::to_string(card->driver.branch);
    key += " " + session.choice().step + " " + std::to_string(session.tried().size()) + (session.running() ? "r" : "") + " " + std::to_string(s.screen.matrix.added.size());
    for (const Target& target : session.choice().targets) key += " " + to_name(target);
    for (const MatrixBuild& build : s.screen.matrix.added) key += "|" + build.title;
    return key;
}

// The build of the open step: only where its result is shown, since before that it would tell.
std::vector<MatrixBuild> own_builds(const Scene& s, const Toolkit& toolkit) {
    std::vector<MatrixBuild> out = s.screen.matrix.added;
    if (s.session.step() && !on_predict_screen(s.session) && !s.session.choice().targets.empty()) {
        MatrixBuild own{.title = "the open step's build"};
        for (const Target& target : s.session.choice().targets) own.images.push_back({.target = target, .ptx = target.kind == Kind::ptx ? toolkit.ptx : PtxVersion{}});
        own.around.runtime = toolkit.version;
        out.push_back(std::move(own));
    }
    return out;
}

void make(Scene& s) {
    MatrixState& state = s.screen.matrix;
    const std::string key = key_of(s);
    const Toolkit* toolkit = toolkit_of(s.session);
    if (key == state.key || !toolkit) return;
    state.key = key;
    std::vector<MatrixBuild> builds = own_builds(s, *toolkit);
    const std::vector<MatrixBuild> usual = usual_builds(*toolkit, s.session.toolkits());
    builds.insert(builds.end(), usual.begin(), usual.end());
    std::vector<MatrixCard> cards = matrix_cards(s.session.gpus(), toolkit->driver_branch > 580 ? Driver{toolkit->driver_branch, std::to_string(toolkit->driver_branch)} : open_driver(), true);
    if (const Gpu* card = s.session.judged_card()) put_own_card(cards, *card);
    std::vector<MatrixMeasured> measured = state.swept;
    const auto add = [&](const std::vector<Recording>& recordings) {
        const std::vector<MatrixMeasured> more = measured_in(recordings, s.session.toolkits());
        measured.insert(measured.end(), more.begin(), more.end());
    };
    std::vector<Recording> live;
    for (const Run& run : s.session.tried())
        if (run.origin.kind == Origin::Kind::live && !by_rule(run)) live.push_back({.name = "live", .run = run});
    add(live);
    add(s.session.recordings());
    state.matrix = make_matrix(std::move(builds), std::move(cards), s.session.toolkits(), measured, state.fold);
    state.row = std::min(state.row, state.matrix.rows.empty() ? 0 : state.matrix.rows.size() - 1);
    state.column = std::min(state.column, state.matrix.columns.empty() ? 0 : state.matrix.columns.size() - 1);
}

std::size_t own_column(const Matrix& matrix) {
    for (std::size_t i = 0; i < matrix.columns.size(); ++i)
        if (matrix.cards[matrix.columns[i].front()].own) return i;
    return 0;
}

float draw_head(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    MatrixState& state = s.screen.matrix;
    const float u = ui.u;
    const bool low = ui.tall < 560;
    const float mid = r.y0 + (low ? 22 : 52) * u, tall = (low ? 36 : 46) * u;
    if (!low) text_at(ui, r.x0, r.y0 + 8 * u, Face::regular, 0.80f, Role::text2, "Tools");
    float right = r.x1, left = r.x1;
    if (link(ui, right, mid, "Leave", "Esc", &left)) state.open = false;
    right = left - 28 * u;
    const char* fold = state.fold ? "Every card" : "Fold";
    for (const auto& [text, key, does] : {std::tuple{"Add a build", "Ins", 0}, std::tuple{fold, "F", 1}}) {
        const float w = button_width(ui, text, key);
        if (right - w < r.x0 + 250 * u) continue;  // the keys do the same
        if (button(ui, {right - w, mid - tall / 2, right, mid + tall / 2}, text, key)) {
            if (does == 0) state.adding = state.focus = true;
            else state.fold = !state.fold;
        }
        right -= w + 14 * u;
    }
    const float w = text_at(ui, r.x0, mid, Face::display, fit_factor(ui, Face::display, low ? 1.3f : 1.8f, 0.92f, "Portability matrix", right - r.x0), Role::text, "Portability matrix");
    const char* words = "Which image each card would run, or the code.";
    if (r.x0 + w + 28 * u + text_width(ui, Face::regular, 0.87f, words) + 20 * u < right) text_at(ui, r.x0 + w + 28 * u, mid + 2 * u, Face::regular, 0.87f, Role::text2, words);
    return mid + tall / 2 + 14 * u;
}

float draw_field(Scene& s, const Rect& r) {
    Ui& ui = s.ui;
    MatrixState& state = s.screen.matrix;
    const float u = ui.u;
    if (!state.adding) return r.y0;
    float y = r.y0;
    (void)text_field(ui, {r.x0, y, r.x1, y + 48 * u}, "build", "-gencode arch=compute_86,code=sm_86, 75-real;80, 8.6+PTX ...", "enter", state.query, state.focus);
    y += 58 * u;
    if (!state.trouble.empty()) {
        draw_symbol(ui, Symbol::trouble, r.x0 + 12 * u, y + 12 * u, 20 * u, Role::amber);
        for (const std::string& line : wrap(ui, Face::regular, 0.87f, state.trouble, r.w() - 34 * u)) text_at(ui, r.x0 + 32 * u, y + 12 * u, Face::regular, 0.87f, Role::text, line), y += 25 * u;
        y += 6 * u;
    }
    return y + 8 * u;
}

void move(MatrixState& state, int rows, int columns) {
    const auto step = [](std::size_t& at, int by, std::size_t count) {
        const long long next = static_cast<long long>(at) + by;
        if (count > 0) at = static_cast<std::size_t>(std::clamp<long long>(next, 0, static_cast<long long>(count) - 1));
    };
    step(state.row, rows, state.matrix.rows.size());
    step(state.column, columns, state.matrix.columns.size());
    state.bring = true;
}

}  // namespace

void open_matrix(Scene& s) {
    MatrixState& state = s.screen.matrix;
    state.open = true;
    s.screen.hub.open = s.screen.menu = false;
    if (state.key.empty()) {
        if (const Result<std::string> data = find_data_dir()) state.swept = read_sweep_files(*data, s.session.toolkits()).measured;
        make(s);
        state.column = own_column(state.matrix);
        state.from = state.column > 5 ? state.column - 5 : 0;  // its neighbours first, where not all have room
    }
    state.bring = true;
}

void add_matrix_build(Scene& s, const std::string& text) {
    MatrixState& state = s.screen.matrix;
    const Toolkit* toolkit = toolkit_of(s.session);
    state.trouble.clear();
    if (text.find_first_not_of(" \t") == std::string::npos || !toolkit) return void(state.adding = false);
    const FlagsAnswer answer = read_flags({.text = text, .toolkit = toolkit->version}, s.session.toolkits());
    if (answer.error) return void(state.trouble = answer.error->what);
    MatrixBuild build{.title = text, .images = offered(answer)};
    if (build.images.empty()) return void(state.trouble = "The text names no target. Write flags as they stand in the build.");
    for (OfferedImage& image : build.images)
        if (image.target.kind == Kind::ptx && image.ptx == PtxVersion{}) image.ptx = toolkit->ptx;
    build.around = {.packed = !answer.bare, .runtime = toolkit->version, .linked = answer.rdc};
    build.targets_only = !answer.images;
    state.added.insert(state.added.begin(), std::move(build));
    state.row = 0;
    state.adding = false;
    state.bring = true;
    state.query = {};
}

void draw_matrix(Scene& s, const Rect& rect) {
    Ui& ui = s.ui;
    const float u = ui.u;
    if (s.screen.matrix.key.empty()) open_matrix(s);
    make(s);
    const float side = (has_rail(ui) ? 36 : rect.w() > 700 * u ? 24 : 10) * u, edge = (ui.tall < 460 ? 4 : 26) * u;
    Rect r{rect.x0 + side, rect.y0 + edge, rect.x1 - side, rect.y1 - edge};
    r.y0 = draw_field(s, {r.x0, draw_head(s, r), r.x1, r.y1});
    // Everything below the head in one scrolling area; where all has room nothing scrolls.
    begin_area(ui, "matrix", {r.x0, r.y0, std::min(r.x1 + 16 * u, rect.x1), r.y1});
    const float y = r.y0 - ImGui::GetScrollY(), gap = 18 * u, right = r.x1 - (side < 20 * u ? 12 * u : 0);
    const float grid = matrix_grid_height(s, right - r.x0);
    draw_matrix_grid(s, {r.x0 + 2 * u, y + 2 * u, right, y + grid});
    const bool beside = right - r.x0 > 1000 * u;
    const float split = beside ? right - 520 * u : right;
    float bottom = draw_matrix_cell(s, r.x0 + 2 * u, beside ? split - gap : right, y + grid + gap);
    bottom = std::max(bottom, draw_matrix_legend(s, beside ? split : r.x0 + 2 * u, right, beside ? y + grid + gap : bottom + gap));
    end_area(ui, bottom + 4 * u);
    if (s.actions.open_step) s.screen.matrix.open = s.screen.first.open = false;  // from the rail
}

void matrix_keys(Scene& s) {
    MatrixState& state = s.screen.matrix;
    const ImGuiIO& io = ImGui::GetIO();
    const auto pressed = [](ImGuiKey key, bool repeat = false) { return ImGui::IsKeyPressed(key, repeat); };
    if (io.KeyCtrl && pressed(ImGuiKey_Home) && !s.ui.typing) state.open = false;  // the first screen comes
    if (io.KeyCtrl || io.KeyAlt) return;
    if (pressed(ImGuiKey_Escape)) {
        if (state.adding) state.adding = false, state.trouble.clear();
        else state.open = false;
        return;
    }
    if (state.adding && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter))) return add_matrix_build(s, state.query.data());
    if (s.ui.typing) return;
    if (pressed(ImGuiKey_Insert)) state.adding = state.focus = true;
    if (pressed(ImGuiKey_F)) state.fold = !state.fold;
    if (pressed(ImGuiKey_Delete) && state.row < state.added.size()) state.added.erase(state.added.begin() + static_cast<std::ptrdiff_t>(state.row));
    if (pressed(ImGuiKey_D)) open_palette(s.screen.palette, Find::cards);
    if (io.NavVisible) return;  // the focus moves, and takes the choice with it
    if (pressed(ImGuiKey_UpArrow, true)) move(state, -1, 0);
    if (pressed(ImGuiKey_DownArrow, true)) move(state, 1, 0);
    if (pressed(ImGuiKey_LeftArrow, true)) move(state, 0, -1);
    if (pressed(ImGuiKey_RightArrow, true)) move(state, 0, 1);
    if (pressed(ImGuiKey_Home)) move(state, 0, -1000);
    if (pressed(ImGuiKey_End)) move(state, 0, 1000);
}

}  // namespace launchlab
