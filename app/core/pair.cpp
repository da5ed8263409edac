#include "core/pair.h"

#include <algorithm>
#include <set>

#include "core/course_check.h"

namespace launchlab {

namespace {

std::string image_text(const ImageRequest& image) {
    const auto target = parse_arch(image.kind, image.arch);
    return (target ? to_name(*target) : image.arch) + (image.edit.empty() ? "" : " (" + image.edit + ")");
}

std::string images_of(const UnitRequest& unit) {
    std::string text;
    for (const ImageRequest& image : unit.images) text += (text.empty() ? "" : ", ") + image_text(image);
    return text.empty() ? "none" : text;
}

std::string dimension(const std::vector<unsigned>& numbers) {
    std::string text;
    for (unsigned n : numbers) text += (text.empty() ? "" : " x ") + std::to_string(n);
    return text.empty() ? "1" : text;
}

// What two calls of one name may differ in, as `call` has it.
std::string field_text(const CallRequest& call, const std::string& field) {
    if (field == "buffer") return call.buffer;
    if (field == "bytes") return std::to_string(call.bytes);
    if (field == "fill byte") return std::to_string(call.value);
    if (field == "unit") return std::to_string(call.unit);
    if (field == "grid size") return dimension(call.grid);
    if (field == "block size") return dimension(call.block);
    if (field == "shared memory") return std::to_string(call.smem) + " bytes";
    if (field == "host thread") return std::to_string(call.thread);
    if (field == "argument") {
        std::string text;
        for (const std::string& arg : call.args) text += (text.empty() ? "" : ", ") + arg;
        return text.empty() ? "none" : text;
    }
    return call.call;
}

class Finder {
public:
    Finder(const Run& a, const Run& b) : a_(a), b_(b) {}

    std::vector<Difference> all() {
        units();
        calls();
        environment();
        if (a_.request.door != b_.request.door) add("door", a_.request.door, b_.request.door);
        toolkit();
        origin();
        return std::move(out_);
    }

private:
    const Run& a_;
    const Run& b_;
    std::vector<Difference> out_;

    void add(std::string field, std::string a, std::string b) {
        Difference found{std::move(field), a.empty() ? "none" : std::move(a), b.empty() ? "none" : std::move(b)};
        if (std::find(out_.begin(), out_.end(), found) == out_.end()) out_.push_back(std::move(found));
    }

    void units() {
        const auto &left = a_.request.units, &right = b_.request.units;
        if (left.size() != right.size()) return add("source", std::to_string(left.size()) + " units", std::to_string(right.size()) + " units");
        for (std::size_t i = 0; i < left.size(); ++i) {
            images(left[i], right[i]);
            if (left[i].source != right[i].source) add("source", "its own", "its own");
            if (left[i].entry != right[i].entry) add("kernel name", left[i].entry, right[i].entry);
            if (left[i].packed != right[i].packed) add("packing", left[i].packed ? "packed" : "bare", right[i].packed ? "packed" : "bare");
            if (left[i].options != right[i].options) add("compiler options", joined(left[i].options), joined(right[i].options));
        }
    }

    static std::string joined(const std::vector<std::string>& words) {
        std::string text;
        for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
        return text;
    }

    void images(const UnitRequest& a, const UnitRequest& b) {
        bool target = a.images.size() != b.images.size(), edit = false, define = false, kind = !target;
        for (std::size_t i = 0; i < std::min(a.images.size(), b.images.size()); ++i) {
            const ImageRequest &x = a.images[i], &y = b.images[i];
            const bool other = x.kind != y.kind || x.arch != y.arch;
            target = target || other;
            if (other) kind = kind && x.kind != y.kind;
            edit = edit || x.edit != y.edit;
            define = define || (!other && x.define != y.define);     // another target brings its own marker
        }
        if (target) {
            std::multiset<std::string> left, right;
            for (const ImageRequest& image : a.images) left.insert(image_text(image));
            for (const ImageRequest& image : b.images) right.insert(image_text(image));
            if (left == right) return add("order of images", images_of(a), images_of(b));
            add(kind ? "kind" : "target", images_of(a), images_of(b));
        }
        if (edit) add("edit", images_of(a), images_of(b));
        if (define) add("definition", "its own", "its own");
    }

    // Which words: those of the loader, asked for each two calls that stand beside each other.
    void calls() {
        for (const Beside& at : pairs()) {
            Config left, right;
            if (at.a >= 0) left.calls.push_back(a_.request.calls[at.a]);
            if (at.b >= 0) right.calls.push_back(b_.request.calls[at.b]);
            for (const std::string& fields : launchlab::differences(left, right)) {
                for (std::size_t from = 0; from <= fields.size();) {
                    const std::size_t end = std::min(fields.find(", ", from), fields.size());
                    const std::string field = fields.substr(from, end - from);
                    auto text = [&](const Config& own, const Config& other) { return own.calls.empty() ? "no " + other.calls[0].call : field_text(own.calls[0], field); };
                    add(field, text(left, right), text(right, left));
                    from = end + 2;
                }
            }
        }
        auto left = a_.request.calls, right = b_.request.calls;
        if (left.size() == right.size() && left != right && std::is_permutation(left.begin(), left.end(), right.begin()))
            out_.erase(std::remove_if(out_.begin(), out_.end(), [](const Difference& d) { return d.field == "call" || d.field == "check line" || d.field == "launch line"; }), out_.end()),
                add("order of calls", "its own", "its own");
    }

    std::vector<Beside> pairs() const {
        if (a_.request.calls.size() != b_.request.calls.size()) return align(a_.request, b_.request);
        std::vector<Beside> by_place;
        for (int i = 0; i < static_cast<int>(a_.request.calls.size()); ++i) by_place.push_back({i, i});
        return by_place;
    }

    void environment() {
        std::set<std::string> names;
        for (const auto& [name, value] : a_.request.env) names.insert(name);
        for (const auto& [name, value] : b_.request.env) names.insert(name);
        for (const std::string& name : names) {
            auto text = [&](const Run& run) {
                const auto found = run.request.env.find(name);
                return found == run.request.env.end() ? name + " unset" : name + "=" + found->second;
            };
            if (text(a_) != text(b_)) add("environment", text(a_), text(b_));
        }
    }

    // A shorter version only says less: 13.0 is no other than 13.0.88.
    static bool same_version(const std::string& a, const std::string& b) {
        const std::string &less = a.size() < b.size() ? a : b, &more = a.size() < b.size() ? b : a;
        return less.empty() || (more.starts_with(less) && (more.size() == less.size() || more[less.size()] == '.'));
    }

    void toolkit() {
        if (!same_version(a_.request.toolkit, b_.request.toolkit)) return add("toolkit", a_.request.toolkit, b_.request.toolkit);
        if (!same_version(a_.origin.runtime, b_.origin.runtime)) add("toolkit", a_.origin.runtime, b_.origin.runtime);
        else if (!same_version(a_.origin.nvrtc, b_.origin.nvrtc)) add("toolkit", "NVRTC " + a_.origin.nvrtc, "NVRTC " + b_.origin.nvrtc);
    }

    void origin() {
        const Origin &a = a_.origin, &b = b_.origin;
        if (!a.gpu.empty() && !b.gpu.empty() && (a.gpu != b.gpu || a.capability != b.capability)) add("card", a.gpu, b.gpu);
        if (!same_version(a.driver, b.driver)) add("driver", a.driver, b.driver);
    }
};

// How much two calls are each other: 0 = not at all.
int likeness(const CallRequest& a, const CallRequest& b) {
    if (a == b) return 4;
    if (a.call != b.call) return 0;
    return a.buffer == b.buffer ? 3 : 2;
}

}  // namespace

std::vector<Difference> differences(const Run& a, const Run& b) { return Finder(a, b).all(); }

std::vector<Beside> align(const Request& a, const Request& b) {
    const int rows = static_cast<int>(a.calls.size()), columns = static_cast<int>(b.calls.size());
    // best[i][j]: the most likeness of what follows call i of a and call j of b.
    std::vector<std::vector<int>> best(rows + 1, std::vector<int>(columns + 1, 0));
    for (int i = rows - 1; i >= 0; --i)
        for (int j = columns - 1; j >= 0; --j) {
            const int like = likeness(a.calls[i], b.calls[j]);
            best[i][j] = std::max({best[i + 1][j], best[i][j + 1], like ? like + best[i + 1][j + 1] : 0});
        }
    std::vector<Beside> out;
    int i = 0, j = 0;
    while (i < rows || j < columns) {
        const int like = i < rows && j < columns ? likeness(a.calls[i], b.calls[j]) : 0;
        if (like && best[i][j] == like + best[i + 1][j + 1]) out.push_back({i++, j++});
        else if (i < rows && (j == columns || best[i][j] == best[i + 1][j])) out.push_back({i++, -1});
        else out.push_back({-1, j++});
    }
    return out;
}

std::string images_text(const Request& request) {
    std::string text;
    for (const UnitRequest& unit : request.units) text += (text.empty() ? "" : "; ") + images_of(unit);
    return text.empty() ? "nothing" : text;
}

}  // namespace launchlab
