#include <algorithm>
#include <map>

#include "core/flags_reader.h"

// A makefile as far as it chooses targets: variables, the functions that lists of targets are made with, and recipes.
namespace launchlab {
namespace {

constexpr int deepest = 24;
constexpr std::size_t longest = 200000;

bool blank(char c) { return c == ' ' || c == '\t'; }
bool name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-'; }

struct Variable {
    Text value;
    bool used = false;       // another value asks for it
    bool collects = false;   // flags came out of another one when it was set
};

// Lines with their continuations joined; a comment ends a line.
std::vector<Text> lines_of(const Text& text) {
    std::vector<Text> out(1);
    bool comment = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool newline = text[i] == '\n' || (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
        if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r')) {
            i += text[i + 1] == '\r' ? 2 : 1;
            if (!comment) out.back().push(' ', text.place(i));
        } else if (newline) {
            comment = false;
            out.emplace_back();
        } else if (comment || (text[i] == '#' && (i == 0 || text[i - 1] != '\\'))) {
            comment = true;
        } else {
            out.back().push(text, i);
        }
    }
    return out;
}

class Makefile {
public:
    Makefile(FlagsReader& reader, const Text& text) : reader_(reader), text_(text) {}

    void run() {
        std::vector<Text> recipes;
        for (const Text& line : lines_of(text_)) read_line(line, recipes);
        Words all;
        for (const Text& recipe : recipes) {
            const Text line = expanded(recipe, 0);
            for (const Words& command : commands(line))
                if (has(line.view(), "nvcc") || speaks_nvcc(command)) all.insert(all.end(), command.begin(), command.end());
        }
        if (speaks_nvcc(all)) return read_nvcc_words(reader_, all);
        if (read_variables()) return;
        if (!all.empty() || has(text_.view(), "nvcc")) return reader_.add_default();
        reader_.refuse("unknown_item", text_, "no option that chooses targets is in this makefile. Give the lines with -gencode or -arch.");
    }

private:
    // The value that a build sees: the last of the variables that nobody else asks for, collectors before plain ones.
    bool read_variables() {
        std::vector<std::pair<std::string, Text>> candidates;
        for (const std::string& name : order_) {
            const Text value = expanded(variables_[name].value, 0);
            if (speaks_nvcc(words(value))) candidates.push_back({name, value});
        }
        for (const auto& [name, value] : candidates) mark_uses(variables_[name].value);
        for (const std::string& name : order_) mark_uses(variables_[name].value);
        auto collector = [&](const std::string& name) { return !variables_[name].used && (variables_[name].collects || takes_flags(name)); };
        const bool any_collects = std::any_of(candidates.begin(), candidates.end(), [&](const auto& one) { return collector(one.first); });
        Words all;
        for (const auto& [name, value] : candidates)
            if (any_collects ? collector(name) : !variables_[name].used)
                for (const Text& word : words(value)) all.push_back(word);
        if (all.empty()) return false;
        read_nvcc_words(reader_, all);
        return true;
    }
    bool takes_flags(const std::string& name) { return takes_flags_of(variables_[name].value, name); }
    bool asks_for(const Text& value, const std::string& name) const {
        return has(value.view(), "$(" + name + ")") || has(value.view(), "${" + name + "}") || (name.size() == 1 && has(value.view(), "$" + name));
    }
    void mark_uses(const Text& value) {
        for (const std::string& other : order_)
            if (asks_for(value, other) && &variables_[other].value != &value) variables_[other].used = true;
    }

    void read_line(const Text& typed, std::vector<Text>& recipes) {
        if (!typed.empty() && typed[0] == '\t') {
            Text recipe = trimmed(typed);
            while (!recipe.empty() && (recipe[0] == '@' || recipe[0] == '-') && recipe.size() > 1 && recipe[1] != '-' && !speaks_nvcc({recipe})) recipe = recipe.cut(1);
            if (!assigns(recipe)) recipes.push_back(recipe);
            else assign(recipe);
            return;
        }
        Text line = trimmed(typed);
        for (const char* word : {"export ", "override "})
            if (line.view().starts_with(word)) line = trimmed(line.cut(std::string_view(word).size()));
        if (line.empty() || condition(line)) return;
        if (line.view().starts_with("make ") || line.view().starts_with("gmake ") || line.view().starts_with("$(MAKE)")) return command_line(line);
        if (line.view().starts_with("$(foreach") || line.view().starts_with("$(eval")) {
            expanded(line, 0);
            return;
        }
        if (has(line.view(), "CUDA_NVCC_FLAGS;")) {
            const std::size_t at = line.view().find(';');
            return store("CUDA_NVCC_FLAGS", line.cut(at + 1), false);
        }
        if (assigns(line)) return assign(line);
        const std::size_t colon = line.view().find(':');
        const bool rule = colon != std::string::npos && !has(line.view().substr(0, colon), " -");
        if (rule) {
            const Text rest = trimmed(line.cut(colon + 1));
            if (assigns(rest)) assign(rest);  // target: NVCCFLAGS += ...
            else if (const std::size_t semicolon = rest.view().find(';'); semicolon != std::string::npos) recipes.push_back(rest.cut(semicolon + 1));
            return;
        }
        recipes.push_back(line);
    }

    bool condition(const Text& line) {
        const std::string word = line.text().substr(0, line.view().find_first_of(" \t("));
        if (word == "ifdef" || word == "ifndef") {
            const auto found = variables_.find(trimmed(line.cut(word.size())).text());
            skipping_.push_back((found != variables_.end() && !found->second.value.empty()) == (word == "ifndef"));
        } else if (word == "ifeq" || word == "ifneq") {
            Text both = expanded(trimmed(line.cut(word.size())), 0);
            std::string a, b;
            if (!both.empty() && both[0] == '(') {
                const std::size_t comma = both.view().find(',');
                a = trimmed(both.cut(1, comma == std::string::npos ? comma : comma - 1)).text();
                b = comma == std::string::npos ? "" : trimmed(both.cut(comma + 1)).text();
                if (!b.empty() && b.back() == ')') b.pop_back();
            } else {
                const Words two = words(both);
                if (two.size() == 2) a = two[0].text(), b = two[1].text();
            }
            skipping_.push_back((a == b) == (word == "ifneq"));
        } else if (word == "else") {
            if (!skipping_.empty()) skipping_.back() = !skipping_.back();
        } else if (word == "endif") {
            if (!skipping_.empty()) skipping_.pop_back();
        } else {
            return std::find(skipping_.begin(), skipping_.end(), true) != skipping_.end();
        }
        return true;
    }

    void command_line(const Text& line) {
        for (const Text& word : words(line)) {
            const std::size_t equal = word.view().find('=');
            if (equal == std::string::npos || equal == 0 || !std::all_of(word.text().begin(), word.text().begin() + static_cast<std::ptrdiff_t>(equal), name_letter)) continue;
            if (word[0] == '-') continue;
            fixed_.push_back(word.text().substr(0, equal));
            store(fixed_.back(), word.cut(equal + 1), false);
        }
    }

    // NAME followed by = := ::= ?= += or !=.
    static std::size_t name_end(const Text& line) {
        std::size_t i = 0;
        while (i < line.size() && name_letter(line[i])) ++i;
        return i;
    }
    static bool assigns(const Text& line) {
        std::size_t i = name_end(line);
        if (i == 0 || line[0] == '-') return false;
        while (i < line.size() && blank(line[i])) ++i;
        if (i < line.size() && (line[i] == '?' || line[i] == '+' || line[i] == '!')) ++i;
        while (i < line.size() && line[i] == ':') ++i;
        return i < line.size() && line[i] == '=' ;
    }
    void assign(const Text& line) {
        const std::string name = line.text().substr(0, name_end(line));
        const std::size_t equal = line.view().find('=');
        const char sign = line[equal - 1];
        if (std::find(fixed_.begin(), fixed_.end(), name) != fixed_.end()) return;  // the command line wins
        if (sign == '?' && variables_.contains(name)) return;
        Text value = trimmed(line.cut(equal + 1));
        if (sign == ':') {
            mark_uses(value);
            const bool from_flags = takes_flags_of(value, name);
            store(name, expanded(value, 0), false);
            variables_[name].collects = from_flags;
            return;
        }
        store(name, value, sign == '+');
    }
    // Whether flags come out of another variable, and not a number alone: compute_$(ARCH) collects nothing.
    bool takes_flags_of(const Text& value, const std::string& name) {
        for (const std::string& other : order_)
            if (other != name && asks_for(value, other) && speaks_nvcc(words(expanded(variables_[other].value, 0)))) return true;
        return false;
    }
    void store(const std::string& name, const Text& value, bool append) {
        Variable& variable = variables_[name];
        if (std::find(order_.begin(), order_.end(), name) == order_.end()) order_.push_back(name);
        if (append && !variable.value.empty()) {
            variable.value.push(' ', value.place());
            variable.value.append(value);
        } else {
            variable.value = value;
        }
    }

    std::size_t closing(const Text& text, std::size_t open) const {
        const char begin = text[open], end = begin == '(' ? ')' : '}';
        int depth = 0;
        for (std::size_t i = open; i < text.size(); ++i) {
            if (text[i] == begin) ++depth;
            if (text[i] == end && --depth == 0) return i;
        }
        return std::string::npos;
    }

    Text expanded(const Text& text, int depth) {
        Text out;
        out.set_end(text.place());
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '$' || i + 1 == text.size() || depth > deepest || spent_ > longest) {
                out.push(text, i);
                ++spent_;
                continue;
            }
            if (text[i + 1] == '$') {
                out.push(text, i++);
                continue;
            }
            if (text[i + 1] != '(' && text[i + 1] != '{') {
                if (auto found = variables_.find(std::string(1, text[i + 1])); found != variables_.end()) {
                    out.append(expanded(found->second.value, depth + 1));
                    ++i;
                } else {
                    out.push(text, i);
                }
                continue;
            }
            const std::size_t end = closing(text, i + 1);
            if (end == std::string::npos) {
                out.push(text, i);
                continue;
            }
            out.append(value(text.cut(i + 2, end - i - 2), depth + 1));
            i = end;
        }
        return out;
    }

    // What stands between $( and ).
    Text value(const Text& inside, int depth) {
        const std::size_t gap = inside.view().find_first_of(" \t");
        const std::string function = inside.text().substr(0, gap);
        if (gap == std::string::npos || !std::all_of(function.begin(), function.end(), name_letter)) {
            const Text name = expanded(inside, depth);
            if (const std::size_t colon = name.view().find(':'), equal = name.view().find('='); colon != std::string::npos && equal != std::string::npos && colon < equal)
                return each(words(of(name.text().substr(0, colon), depth)), [&](const Text& word) { return replaced(word, name.text().substr(colon + 1, equal - colon - 1), name.cut(equal + 1)); });
            return of(name.text(), depth);
        }
        Words arguments = parts(inside.cut(gap + 1), most_arguments(function));
        if (function == "foreach" && arguments.size() >= 3) return foreach(arguments, depth);
        if (function == "if" && arguments.size() >= 2)
            return expanded(trimmed(expanded(arguments[0], depth)).empty() ? arguments.size() > 2 ? arguments[2] : Text() : arguments[1], depth);
        for (Text& one : arguments) one = expanded(one, depth);
        if (function == "eval") {
            std::vector<Text> recipes;
            for (const Text& line : lines_of(arguments[0])) read_line(trimmed(line), recipes);
            return {};
        }
        const Words last = words(arguments.back());
        const std::string first = arguments[0].text();
        if (function == "lastword") return last.empty() ? Text() : last.back();
        if (function == "firstword") return last.empty() ? Text() : last.front();
        if (function == "strip" || function == "info" || function == "warning") return function == "strip" ? each(last, [](const Text& word) { return word; }) : Text();
        if (function == "sort") {
            Words sorted = last;
            std::stable_sort(sorted.begin(), sorted.end(), [](const Text& a, const Text& b) { return a.text() < b.text(); });
            sorted.erase(std::unique(sorted.begin(), sorted.end(), [](const Text& a, const Text& b) { return a.text() == b.text(); }), sorted.end());
            return each(sorted, [](const Text& word) { return word; });
        }
        if ((function == "filter" || function == "filter-out") && arguments.size() == 2) {
            const Words patterns = words(arguments[0]);
            Words kept;
            for (const Text& word : last)
                if (std::any_of(patterns.begin(), patterns.end(), [&](const Text& one) { return one.text() == word.text(); }) == (function == "filter")) kept.push_back(word);
            return each(kept, [](const Text& word) { return word; });
        }
        if (function == "addprefix" && arguments.size() == 2) return each(last, [&](const Text& word) { Text out = arguments[0]; out.append(word); return out; });
        if (function == "addsuffix" && arguments.size() == 2) return each(last, [&](const Text& word) { Text out = word; out.append(arguments[0]); return out; });
        if (function == "patsubst" && arguments.size() == 3) return each(last, [&](const Text& word) { return replaced(word, first, arguments[1]); });
        if (function == "subst" && arguments.size() == 3 && !first.empty()) {
            Text out;
            for (std::size_t i = 0; i < arguments[2].size();) {
                if (arguments[2].view().substr(i).starts_with(first)) out.append(arguments[1]), i += first.size();
                else out.push(arguments[2], i++);
            }
            return out;
        }
        return {};  // $(shell ...) and others: not known here
    }
    Text of(const std::string& name, int depth) {
        const auto found = variables_.find(name);
        if (found != variables_.end()) return expanded(found->second.value, depth + 1);
        Text out;
        if (name == "NVCC")
            for (char c : std::string("nvcc")) out.push(c, 0);
        return out;
    }
    template <class Change>
    Text each(const Words& list, Change change) {
        Text out;
        for (const Text& word : list) {
            if (!out.empty()) out.push(' ', word.place());
            out.append(change(word));
        }
        return out;
    }
    static Text replaced(const Text& word, const std::string& pattern, const Text& with) {
        const std::size_t percent = pattern.find('%');
        const std::string before = pattern.substr(0, percent), after = percent == std::string::npos ? "" : pattern.substr(percent + 1);
        if (percent == std::string::npos || word.size() < before.size() + after.size() || !word.view().starts_with(before) || !word.view().ends_with(after)) return word;
        const Text stem = word.cut(before.size(), word.size() - before.size() - after.size());
        Text out;
        for (std::size_t i = 0; i < with.size(); ++i) {
            if (with[i] == '%') out.append(stem);
            else out.push(with, i);
        }
        return out;
    }
    Text foreach(const Words& arguments, int depth) {
        const std::string name = trimmed(arguments[0]).text();
        const Text& body = arguments[2];
        const auto before = variables_.find(name) == variables_.end() ? std::nullopt : std::optional(variables_[name]);
        Text out;
        for (const Text& word : words(expanded(arguments[1], depth))) {
            variables_[name].value = word;
            if (!out.empty()) out.push(' ', word.place());
            out.append(expanded(body, depth));
        }
        if (before) variables_[name] = *before;
        else variables_.erase(name);
        return out;
    }
    // Commas beyond a function's last argument belong to it.
    static std::size_t most_arguments(const std::string& function) {
        if (function == "foreach" || function == "if" || function == "subst" || function == "patsubst") return 3;
        return function == "filter" || function == "filter-out" || function == "addprefix" || function == "addsuffix" ? 2 : 1;
    }
    static Words parts(const Text& text, std::size_t most) {
        Words out;
        int depth = 0;
        std::size_t from = 0;
        for (std::size_t i = 0; i <= text.size(); ++i) {
            if (i == text.size() || (text[i] == ',' && depth == 0 && out.size() + 1 < most)) {
                out.push_back(text.cut(from, i - from));
                from = i + 1;
            } else if (text[i] == '(' || text[i] == '{') {
                ++depth;
            } else if (text[i] == ')' || text[i] == '}') {
                --depth;
            }
        }
        return out;
    }

    FlagsReader& reader_;
    const Text& text_;
    std::map<std::string, Variable> variables_;
    std::vector<std::string> order_, fixed_;
    std::vector<bool> skipping_;
    std::size_t spent_ = 0;  // characters expanded so far: a variable that doubles itself ends somewhere
};

}  // namespace

void read_makefile(FlagsReader& reader, const Text& text) { Makefile(reader, text).run(); }

}  // namespace launchlab
