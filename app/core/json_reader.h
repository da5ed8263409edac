// JsonReader: strict reading of our own JSON. Owns the wording of "unknown key", "missing key" and "wrong type", and `where`
// as file plus JSON pointer ("assets/gpus.json /gpus/3/name"). Leaves the meaning of the values to the caller.
// Included by .cpp files only, since it shows nlohmann's type. Invariant: it never throws; the first error is the one to return.
//
//     Result<nlohmann::json> document = parse_json(text, where);
//     JsonReader reader(where);
//     JsonReader::Object top = reader.object(*document, "", {"v", "gpus"});
//     for (auto& item : top.list("gpus")) { auto gpu = reader.object(item, {"name", "cc"}); gpu.text("name"); }
//     if (auto error = reader.error()) return *error;
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/result.h"

namespace launchlab {

// Text -> document. A syntax error names line and column; a key that is given twice is an error too.
inline Result<nlohmann::json> parse_json(std::string_view text, std::string where);

class JsonReader {
public:
    // A value and its address: what list() and at() hand out.
    struct Item {
        const nlohmann::json* json = nullptr;  // never null inside a list
        std::string pointer;                   // "/gpus/3"
    };

    class Object {
    public:
        bool has(std::string_view key) const { return find(key) != nullptr; }
        std::string pointer() const { return pointer_; }
        std::string pointer(std::string_view key) const;

        // Required: a missing key is an error and gives the empty value. With a second argument the key is optional.
        std::string text(std::string_view key);
        std::string text(std::string_view key, std::string otherwise);
        long long number(std::string_view key);                       // a whole number
        long long number(std::string_view key, long long otherwise);
        double real(std::string_view key);                            // any number
        double real(std::string_view key, double otherwise);
        bool flag(std::string_view key);
        bool flag(std::string_view key, bool otherwise);
        std::vector<std::string> texts(std::string_view key, bool required = true);
        std::vector<long long> numbers(std::string_view key, bool required = true);
        std::vector<Item> list(std::string_view key, bool required = true);
        std::map<std::string, std::string> words(std::string_view key, bool required = true);  // {"NAME": "text"}
        // The value itself, of any type, with its address; json == nullptr when the key is absent.
        Item at(std::string_view key) const { return {find(key), pointer(key)}; }
        // An object inside this one. Absent and not required: every getter of it gives its `otherwise`.
        Object object(std::string_view key, std::initializer_list<std::string_view> allowed, bool required = true);
        // One of `words`; anything else is an error that lists them.
        std::string one_of(std::string_view key, std::initializer_list<std::string_view> words);
        std::string one_of(std::string_view key, std::initializer_list<std::string_view> words, std::string otherwise);
        void fail(std::string_view key, std::string what) { reader_->fail(pointer(key), std::move(what)); }

    private:
        friend class JsonReader;
        Object(JsonReader* reader, const nlohmann::json* json, std::string pointer)
            : reader_(reader), json_(json), pointer_(std::move(pointer)) {}
        const nlohmann::json* find(std::string_view key) const;
        const nlohmann::json* need(std::string_view key);
        template <class T, class Take>
        T get(const nlohmann::json* value, std::string_view key, T otherwise, Take take);

        JsonReader* reader_;
        const nlohmann::json* json_;  // null: absent or not an object; nothing more is reported about it
        std::string pointer_;
    };

    explicit JsonReader(std::string where) : where_(std::move(where)) {}

    // `pointer` is "" for the document, "/gpus/3" inside it. Every key must be one of `allowed`.
    Object object(const nlohmann::json& json, std::string pointer, std::initializer_list<std::string_view> allowed);
    Object object(const Item& item, std::initializer_list<std::string_view> allowed) {
        return object(*item.json, item.pointer, allowed);
    }
    std::string text(const Item& item);
    long long number(const Item& item);

    void fail(const std::string& pointer, std::string what) {
        errors_.push_back({pointer.empty() ? where_ : where_ + " " + pointer, std::move(what)});
    }
    const std::vector<Error>& errors() const { return errors_; }
    std::optional<Error> error() const { return errors_.empty() ? std::nullopt : std::optional(errors_.front()); }

private:
    static std::string kind_of(const nlohmann::json& json) {
        if (json.is_null()) return "null";
        if (json.is_boolean()) return "true or false";
        if (json.is_number()) return "a number";
        if (json.is_string()) return "text";
        return json.is_array() ? "a list" : "an object";
    }
    void wrong_type(const std::string& pointer, const char* wanted, const nlohmann::json& found) {
        fail(pointer, std::string("this is ") + kind_of(found) + ". Write " + wanted + " here.");
    }

    std::string where_;
    std::vector<Error> errors_;
};

namespace json_detail {

inline std::string escape(std::string_view key) {  // RFC 6901
    std::string out;
    for (char c : key) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return out;
}

inline std::string join(std::initializer_list<std::string_view> words) {
    std::string out;
    for (std::string_view word : words) out += (out.empty() ? "" : ", ") + std::string(word);
    return out;
}

inline std::string place(std::string_view text, std::size_t byte) {
    std::size_t end = std::min(byte == 0 ? 0 : byte - 1, text.size());
    std::size_t line = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(end), '\n'));
    std::size_t start = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
    std::size_t column = end - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// A SAX handler over nlohmann's own: it notices double keys and too deep nesting, which the plain parser accepts.
class Builder : public nlohmann::detail::json_sax_dom_parser<nlohmann::json> {
    using Base = nlohmann::detail::json_sax_dom_parser<nlohmann::json>;

public:
    explicit Builder(nlohmann::json& root) : Base(root, false) {}
    bool start_object(std::size_t size) {
        keys_.emplace_back();
        return deeper() && Base::start_object(size);
    }
    bool end_object() {
        keys_.pop_back();
        --depth_;
        return Base::end_object();
    }
    bool start_array(std::size_t size) { return deeper() && Base::start_array(size); }
    bool end_array() {
        --depth_;
        return Base::end_array();
    }
    bool key(std::string& name) {
        if (!keys_.back().insert(name).second) {
            trouble = "the key \"" + name + "\" is written twice in one object. Remove one of them.";
            return false;
        }
        return Base::key(name);
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
        byte = position;
        return false;
    }
    std::string trouble;
    std::size_t byte = 0;

private:
    bool deeper() {
        if (++depth_ <= 64) return true;
        trouble = "lists and objects are nested more than 64 deep. Make the file flatter.";
        return false;
    }
    std::vector<std::unordered_set<std::string>> keys_;
    int depth_ = 0;
};

}  // namespace json_detail

inline Result<nlohmann::json> parse_json(std::string_view text, std::string where) {
    nlohmann::json document;
    json_detail::Builder builder(document);
    bool good = false;
    try {
        good = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    } catch (const nlohmann::json::exception&) {
        good = false;
    }
    if (good) return document;
    if (!builder.trouble.empty()) return Error{std::move(where), builder.trouble};
    return Error{std::move(where), json_detail::place(text, builder.byte) +
                                       ": this is not JSON. Look for a missing comma, quote or bracket just before it."};
}

inline JsonReader::Object JsonReader::object(const nlohmann::json& json, std::string pointer,
                                             std::initializer_list<std::string_view> allowed) {
    if (!json.is_object()) {
        wrong_type(pointer, "an object { }", json);
        return Object(this, nullptr, std::move(pointer));
    }
    for (const auto& [key, value] : json.items())
        if (std::find(allowed.begin(), allowed.end(), std::string_view(key)) == allowed.end())
            fail(pointer + "/" + json_detail::escape(key), "unknown key \"" + key + "\"; known keys are " +
                                                               json_detail::join(allowed) + ". Remove it or mend its spelling.");
    return Object(this, &json, std::move(pointer));
}

inline std::string JsonReader::text(const Item& item) {
    if (item.json->is_string()) return item.json->get_ref<const std::string&>();
    wrong_type(item.pointer, "text in quotes", *item.json);
    return {};
}

inline long long JsonReader::number(const Item& item) {
    bool too_big = item.json->is_number_unsigned() &&
                   item.json->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<long long>::max());
    if (item.json->is_number_integer() && !too_big) return item.json->get<long long>();
    if (item.json->is_number())
        fail(item.pointer, "this number is not a whole number of 64 bits. Write a whole number here.");
    else
        wrong_type(item.pointer, "a whole number", *item.json);
    return 0;
}

inline std::string JsonReader::Object::pointer(std::string_view key) const { return pointer_ + "/" + json_detail::escape(key); }

inline const nlohmann::json* JsonReader::Object::find(std::string_view key) const {
    if (!json_) return nullptr;
    auto found = json_->find(std::string(key));
    return found == json_->end() ? nullptr : &*found;
}

inline const nlohmann::json* JsonReader::Object::need(std::string_view key) {
    const nlohmann::json* value = find(key);
    if (!value && json_) reader_->fail(pointer_, "the key \"" + std::string(key) + "\" is missing. Add it.");
    return value;
}

template <class T, class Take>
T JsonReader::Object::get(const nlohmann::json* value, std::string_view key, T otherwise, Take take) {
    return value ? take(Item{value, pointer(key)}) : std::move(otherwise);
}

inline std::string JsonReader::Object::text(std::string_view key) {
    return get<std::string>(need(key), key, "", [&](const Item& item) { return reader_->text(item); });
}
inline std::string JsonReader::Object::text(std::string_view key, std::string otherwise) {
    return get<std::string>(find(key), key, std::move(otherwise), [&](const Item& item) { return reader_->text(item); });
}
inline long long JsonReader::Object::number(std::string_view key) {
    return get<long long>(need(key), key, 0, [&](const Item& item) { return reader_->number(item); });
}
inline long long JsonReader::Object::number(std::string_view key, long long otherwise) {
    return get<long long>(find(key), key, otherwise, [&](const Item& item) { return reader_->number(item); });
}
inline double JsonReader::Object::real(std::string_view key) {
    return need(key) ? real(key, 0.0) : 0.0;
}
inline double JsonReader::Object::real(std::string_view key, double otherwise) {
    return get<double>(find(key), key, otherwise, [&](const Item& item) {
        if (item.json->is_number()) return item.json->get<double>();
        reader_->wrong_type(item.pointer, "a number", *item.json);
        return 0.0;
    });
}
inline bool JsonReader::Object::flag(std::string_view key) { return need(key) ? flag(key, false) : false; }
inline bool JsonReader::Object::flag(std::string_view key, bool otherwise) {
    return get<bool>(find(key), key, otherwise, [&](const Item& item) {
        if (item.json->is_boolean()) return item.json->get<bool>();
        reader_->wrong_type(item.pointer, "true or false", *item.json);
        return false;
    });
}

inline std::vector<JsonReader::Item> JsonReader::Object::list(std::string_view key, bool required) {
    std::vector<Item> out;
    const nlohmann::json* value = required ? need(key) : find(key);
    if (!value) return out;
    if (!value->is_array()) {
        reader_->wrong_type(pointer(key), "a list [ ]", *value);
        return out;
    }
    for (std::size_t i = 0; i < value->size(); ++i) out.push_back({&(*value)[i], pointer(key) + "/" + std::to_string(i)});
    return out;
}

inline std::vector<std::string> JsonReader::Object::texts(std::string_view key, bool required) {
    std::vector<std::string> out;
    for (const Item& item : list(key, required)) out.push_back(reader_->text(item));
    return out;
}
inline std::vector<long long> JsonReader::Object::numbers(std::string_view key, bool required) {
    std::vector<long long> out;
    for (const Item& item : list(key, required)) out.push_back(reader_->number(item));
    return out;
}

inline std::map<std::string, std::string> JsonReader::Object::words(std::string_view key, bool required) {
    std::map<std::string, std::string> out;
    const nlohmann::json* value = required ? need(key) : find(key);
    if (!value) return out;
    if (!value->is_object()) {
        reader_->wrong_type(pointer(key), "an object { }", *value);
        return out;
    }
    for (const auto& [name, text] : value->items())
        out[name] = reader_->text(Item{&text, pointer(key) + "/" + json_detail::escape(name)});
    return out;
}

inline JsonReader::Object JsonReader::Object::object(std::string_view key, std::initializer_list<std::string_view> allowed,
                                                     bool required) {
    const nlohmann::json* value = required ? need(key) : find(key);
    if (!value) return Object(reader_, nullptr, pointer(key));
    return reader_->object(*value, pointer(key), allowed);
}

inline std::string JsonReader::Object::one_of(std::string_view key, std::initializer_list<std::string_view> words) {
    return need(key) ? one_of(key, words, "") : std::string();
}
inline std::string JsonReader::Object::one_of(std::string_view key, std::initializer_list<std::string_view> words,
                                              std::string otherwise) {
    if (!find(key)) return otherwise;
    std::string word = text(key, "");
    if (!find(key)->is_string() || std::find(words.begin(), words.end(), std::string_view(word)) != words.end()) return word;
    reader_->fail(pointer(key), "unknown word \"" + word + "\"; known words are " + json_detail::join(words) + ". Use one of them.");
    return otherwise;
}

}  // namespace launchlab
