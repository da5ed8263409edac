#include <algorithm>
#include <map>

#include "core/flags_reader.h"

// A CMakeLists.txt as far as it chooses targets: variables and their cache, project(), the moment a target is made. Every rule
// here was tried with CMake 3.25.1: a CACHE set() after project() loses, a target keeps what the variable was when it was made.
namespace launchlab {
namespace {

constexpr const char* archs_name = "CMAKE_CUDA_ARCHITECTURES";
constexpr int keeps_normal_variable = 3021;  // CMP0126: before it, writing the cache removes the normal variable
constexpr int detects_default = 3018;        // CMP0104: before it, no target is handed over

struct Command {
    std::string name;
    Words arguments;
};

bool name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::vector<Command> parse(const Text& text) {
    std::vector<Command> out;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '#') {
            while (i < text.size() && text[i] != '\n') ++i;
        } else if (name_letter(text[i])) {
            Command command;
            while (i < text.size() && name_letter(text[i])) command.name += text[i++];
            while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
            if (i == text.size() || text[i] != '(') continue;
            int depth = 1;
            Text word;
            bool open = false, quoted = false;
            auto end_word = [&] {
                if (open) command.arguments.push_back(word);
                word = Text();
                open = false;
            };
            for (++i; i < text.size() && depth > 0; ++i) {
                const char c = text[i];
                if (!open) word.set_end(text.place(i) + (c == '"' ? 1 : 0));
                if (quoted) {
                    if (c == '"') quoted = false;
                    else if (c == '\\' && i + 1 < text.size()) word.push(text, ++i);
                    else word.push(text, i);
                } else if (c == '"') {
                    quoted = open = true;
                } else if (c == '#') {
                    while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
                } else if (c == '(') {
                    ++depth;
                } else if (c == ')') {
                    if (--depth == 0) end_word();
                } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                    end_word();
                } else {
                    open = true;
                    word.push(text, i);
                }
            }
            command.name = lower_case(command.name);
            out.push_back(std::move(command));
        } else {
            ++i;
        }
    }
    return out;
}

class Script {
public:
    Script(FlagsReader& reader, const Text& text) : reader_(reader), text_(text) {
        for (const char* name : {"CUDAARCHS", "CUDAFLAGS"})
            if (auto value = environment(name)) environment_[name] = *value;
        if (auto flags = environment_.find("CUDAFLAGS"); flags != environment_.end()) cache_["CMAKE_CUDA_FLAGS"] = flags->second;
        for (const char* name : {archs_name, "CMAKE_CUDA_FLAGS"})
            if (auto value = value_of(text, "-D" + std::string(name))) cache_[name] = *value;
    }

    void run() {
        for (const Command& command : parse(text_)) step(command);
        if (!enabled_ && targets_.empty() && legacy_.empty()) enable();  // a part of a script: the project stands elsewhere
        for (const Text& flags : legacy_) read_nvcc_words(reader_, words(flags));
        if (targets_.empty() && legacy_.empty()) targets_[""] = {.archs = get(archs_name)};
        for (const auto& [name, target] : targets_) read_target(target);
    }

private:
    struct TargetMade {
        std::optional<Text> archs;
        Words options;
    };

    std::optional<Text> environment(const std::string& name) const {
        const std::size_t at = text_.view().find(name + "=");
        return at == std::string::npos || (at > 0 && name_letter(text_[at - 1])) ? std::nullopt : value_of(text_.cut(at), name);
    }
    std::optional<Text> get(const std::string& name) const {
        for (const auto* from : {&variables_, &cache_})
            if (auto found = from->find(name); found != from->end()) return found->second;
        return std::nullopt;
    }
    Text expanded(const Text& text, int depth = 0) const {
        Text out;
        out.set_end(text.place());
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::size_t end = text[i] == '$' && i + 1 < text.size() && text[i + 1] == '{' ? text.view().find('}', i) : std::string::npos;
            if (end == std::string::npos) {
                out.push(text, i);
                continue;
            }
            if (auto value = get(text.text().substr(i + 2, end - i - 2)); value && depth < 16 && out.size() < 100000) out.append(expanded(*value, depth + 1));
            i = end;
        }
        return out;
    }
    Text joined(const Command& command, std::size_t from) const {
        Text out;
        for (std::size_t i = from; i < command.arguments.size(); ++i) {
            const Text& one = command.arguments[i];
            if (one.text() == "PARENT_SCOPE") continue;
            const Text value = expanded(one);
            if (out.empty()) out.set_end(value.place());
            if (!out.empty() && !value.empty()) out.push(';', value.place());
            out.append(value);
        }
        return out;
    }

    void enable() {
        if (enabled_) return;
        enabled_ = true;
        if (auto env = environment_.find("CUDAARCHS"); env != environment_.end() && !cache_.contains(archs_name)) {
            cache_[archs_name] = env->second;
            if (minimum_ < keeps_normal_variable) variables_.erase(archs_name);
        }
        if (auto value = get(archs_name)) {
            FlagsReader trial(reader_.asked, reader_.toolkits);
            return read_cmake_list(trial, *value, true);  // project() checks what it is given
        }
        if (minimum_ < detects_default) return;
        detected_ = true;
        FlagsReader trial(reader_.asked, reader_.toolkits);
        const Words flags = words(get("CMAKE_CUDA_FLAGS").value_or(Text()));
        if (speaks_nvcc(flags)) read_nvcc_words(trial, flags);
        default_ = trial.compiled_for;
    }

    bool holds(const Command& command) const {
        Words arguments = command.arguments;
        bool wanted = true;
        if (!arguments.empty() && arguments[0].text() == "NOT") {
            wanted = false;
            arguments.erase(arguments.begin());
        }
        if (arguments.size() == 2 && arguments[0].text() == "DEFINED") return defined(arguments[1].text()) == wanted;
        if (arguments.size() != 1) return true;
        const std::string name = arguments[0].text();
        const auto value = get(name);
        const bool truth = value ? !value->empty() && lower_case(value->text()) != "off" : name == archs_name ? detected_ : lower_case(name) == "on" || lower_case(name) == "true";
        return truth == wanted;
    }
    bool defined(const std::string& name) const { return get(name).has_value() || (name == archs_name && detected_); }

    void make(const Command& command) {
        if (command.arguments.empty()) return;
        TargetMade made;
        if (!switched_to_default()) made.archs = get(archs_name);
        made.options = directory_options_;
        targets_[command.arguments[0].text()] = made;
    }
    bool switched_to_default() const { return detected_ && !variables_.contains(archs_name); }

    void set_property(const Words& arguments, std::size_t names, std::size_t properties) {
        for (std::size_t i = properties; i + 1 < arguments.size(); ++i) {
            if (arguments[i].text() != "CUDA_ARCHITECTURES") continue;
            Text value;
            for (std::size_t k = i + 1; k < arguments.size(); ++k) {
                if (k > i + 1 && !value.empty() && !(arguments[k][0] >= '0' && arguments[k][0] <= '9')) break;
                if (k > i + 1) value.push(';', arguments[k].place());
                const Text one = expanded(arguments[k]);
                if (value.empty()) value.set_end(one.place());
                value.append(one);
            }
            for (std::size_t k = names; k < properties && arguments[k].text() != "PROPERTIES" && arguments[k].text() != "PROPERTY"; ++k)
                targets_[arguments[k].text()].archs = value;
            if (properties <= names) targets_[""].archs = value;
        }
    }

    // $<$<COMPILE_LANGUAGE:CUDA>:-arch=sm_80> and SHELL:-gencode ... become their words.
    Words options_of(const Command& command, std::size_t from) const {
        Words out;
        for (std::size_t i = from; i < command.arguments.size(); ++i) {
            Text one = expanded(command.arguments[i]);
            if (has(one.view(), "COMPILE_LANGUAGE:CXX") || has(one.view(), "COMPILE_LANGUAGE:C>")) continue;
            while (has(one.view(), "$<$<")) {
                const std::size_t end = one.view().find(">:");
                if (end == std::string::npos) break;
                one = one.cut(end + 2, one.size() - end - 2 - (one.view().ends_with('>') ? 1 : 0));
            }
            if (one.view().starts_with("SHELL:")) one = one.cut(6);
            for (const Text& word : words(one)) out.push_back(word);
        }
        return out;
    }

    void set(const Command& command) {
        if (command.arguments.empty()) return;
        const std::string name = command.arguments[0].text();
        auto cache = std::find_if(command.arguments.begin(), command.arguments.end(), [](const Text& one) { return one.text() == "CACHE"; });
        Command value{command.name, Words(command.arguments.begin(), cache)};
        const Text text = joined(value, 1);
        if (cache == command.arguments.end()) {
            if (command.arguments.size() == 1) variables_.erase(name);
            else variables_[name] = text;
            return;
        }
        const bool forced = std::any_of(cache, command.arguments.end(), [](const Text& one) { return one.text() == "FORCE"; });
        if (!forced && (cache_.contains(name) || (name == archs_name && detected_))) {
            if (name == archs_name) reader_.note("A CACHE set() behind project() is passed over: project() has stored the default already.");
            return;
        }
        cache_[name] = text;
        if (name == archs_name) detected_ = false;
        if (minimum_ < keeps_normal_variable || forced) variables_.erase(name);
    }

    void step(const Command& command) {
        const Words& arguments = command.arguments;
        const std::string& name = command.name;
        if (name == "if") {
            skipping_.push_back(!skipped() && !holds(command));
            return;
        }
        if (name == "else" || name == "elseif") {
            if (!skipping_.empty()) skipping_.back() = !skipping_.back();
            return;
        }
        if (name == "endif") {
            if (!skipping_.empty()) skipping_.pop_back();
            return;
        }
        if (skipped()) return;
        auto named = [&](const char* word) { return std::any_of(arguments.begin(), arguments.end(), [&](const Text& one) { return one.text() == word; }); };
        if (name == "cmake_minimum_required") {
            for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
                if (arguments[i].text() == "VERSION") minimum_ = version_number(arguments[i + 1].text().substr(arguments[i + 1].text().rfind("...") == std::string::npos ? 0 : arguments[i + 1].text().rfind("...") + 3), minimum_);
        } else if ((name == "project" || name == "enable_language") && named("CUDA")) {
            enable();
        } else if (name == "set") {
            set(command);
        } else if (name == "unset" && !arguments.empty()) {
            variables_.erase(arguments[0].text());
        } else if ((name == "list" || name == "string") && arguments.size() > 2 && arguments[0].text() == "APPEND") {
            Text value = get(arguments[1].text()).value_or(Text());
            if (value.empty() && arguments[1].text() == archs_name && detected_) for (char c : reader_.own_or_newest().default_arch) value.push(c, arguments[1].place());
            const Text more = joined(command, 2);
            if (name == "list" && !value.empty()) value.push(';', more.place());
            value.append(more);
            variables_[arguments[1].text()] = value;
        } else if ((name == "add_library" || name == "add_executable")) {
            make(command);
        } else if (name == "cuda_add_executable" || name == "cuda_add_library" || name == "cuda_compile" || name == "cuda_compile_ptx") {
            legacy_.push_back(get("CUDA_NVCC_FLAGS").value_or(Text()));
        } else if (name == "cuda_select_nvcc_arch_flags" && arguments.size() > 1) {
            select_flags(command);
        } else if (name == "set_target_properties") {
            const auto found = std::find_if(arguments.begin(), arguments.end(), [](const Text& one) { return one.text() == "PROPERTIES"; });
            set_property(arguments, 0, static_cast<std::size_t>(found - arguments.begin()));
        } else if (name == "set_property") {
            const auto found = std::find_if(arguments.begin(), arguments.end(), [](const Text& one) { return one.text() == "PROPERTY"; });
            set_property(arguments, 1, static_cast<std::size_t>(found - arguments.begin()));
        } else if (name == "add_compile_options") {
            for (const Text& word : options_of(command, 0)) directory_options_.push_back(word);
        } else if (name == "target_compile_options" && !arguments.empty()) {
            for (const Text& word : options_of(command, 1)) targets_[arguments[0].text()].options.push_back(word);
        }
    }

    // FindCUDA's own reader of "8.6" and "7.5+PTX": it fills a variable with -gencode words.
    void select_flags(const Command& command) {
        Text flags;
        auto put = [&](const std::string& text, const Text& from) {
            for (char c : text) flags.push(c, from.place());
        };
        for (const Text& item : split(joined(command, 1), "; ")) {
            const bool ptx = item.view().ends_with("+PTX");
            const std::string number = bare_number(item.text().substr(0, item.size() - (ptx ? 4 : 0)));
            put(" -gencode arch=compute_" + number + ",code=sm_" + number, item);
            if (ptx) put(" -gencode arch=compute_" + number + ",code=compute_" + number, item);
        }
        variables_[command.arguments[0].text()] = flags;
    }
    bool skipped() const { return std::find(skipping_.begin(), skipping_.end(), true) != skipping_.end(); }

    void read_target(const TargetMade& target) {
        bool any = false;
        Words flags = words(get("CMAKE_CUDA_FLAGS").value_or(Text()));
        flags.insert(flags.end(), target.options.begin(), target.options.end());
        if (speaks_nvcc(flags)) {
            any = true;
            read_nvcc_words(reader_, flags);
        }
        if (target.archs) return read_cmake_list(reader_, *target.archs, false);
        // The default that project() found: what CMAKE_CUDA_FLAGS compiled for there, or the compiler's own.
        for (const Target& one : default_) reader_.add_both(one);
        if (default_.empty() && (detected_ || !any)) reader_.add_default();
    }

    FlagsReader& reader_;
    const Text& text_;
    std::map<std::string, Text> variables_, cache_, environment_;
    std::map<std::string, TargetMade> targets_;
    std::vector<Text> legacy_;  // CUDA_NVCC_FLAGS as each old cuda_add_...() found them
    Words directory_options_;
    std::vector<bool> skipping_;
    std::vector<Target> default_;  // what project() found in CMAKE_CUDA_FLAGS
    int minimum_ = keeps_normal_variable;
    bool enabled_ = false, detected_ = false;
};

}  // namespace

bool is_cmake_script(std::string_view text) {
    const std::string lower = lower_case(text);
    for (const char* command : {"project(", "project (", "set(", "set (", "add_library(", "add_executable(", "set_target_properties(", "set_property(",
                                "enable_language(", "cuda_add_", "target_compile_options(", "add_compile_options(", "list(append", "cmake_minimum_required"})
        if (has(lower, command)) return true;
    return false;
}

void read_cmake_script(FlagsReader& reader, const Text& text) { Script(reader, text).run(); }

}  // namespace launchlab
