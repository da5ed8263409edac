// One field list a message, walked by a writer and by a reader, so that both always agree. Only core/*.cpp include it.
// Owns how a field becomes JSON; leaves which fields there are to protocol.cpp.
#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/result.h"
#include "core/target.h"

namespace launchlab {

using Json = nlohmann::ordered_json;  // written: keys stay in the order of the field list
using ReadJson = nlohmann::json;      // read: a line of very many keys costs no more than its length

enum class Need { optional, required };  // required: always written, and an Error when missing

class FieldWriter {
public:
    Json json = Json::object();

    template <class T>
    void field(const char* key, T& value, Need need = Need::optional) {
        if (need == Need::required || !(value == T{})) json[key] = convert(value);
    }
    template <class T>
    static Json convert(T& value) {
        using U = std::remove_const_t<T>;
        if constexpr (std::is_same_v<U, Capability>) return to_text(value);
        else if constexpr (std::is_same_v<U, Kind>) return std::string(to_word(value));
        else if constexpr (requires { fields(std::declval<FieldWriter&>(), value); }) {
            FieldWriter inner;
            fields(inner, value);
            return inner.json;
        } else if constexpr (requires { typename U::mapped_type; }) {
            Json object = Json::object();
            for (auto& [key, item] : value) object[key] = convert(item);
            return object;
        } else if constexpr (std::is_same_v<U, std::string>) return value;
        else if constexpr (requires { typename U::value_type; }) {
            Json array = Json::array();
            for (auto& item : value) array.push_back(convert(item));
            return array;
        } else return value;
    }
};

class FieldReader {
public:
    FieldReader(const ReadJson& json, std::string where, std::vector<Error>& errors) : json_(json), where_(std::move(where)), errors_(errors) {
        if (!json.is_object()) fail("", "this must be an object in braces");
    }
    void allow(const char* key) { seen_.insert(key); }

    template <class T>
    void field(const char* key, T& value, Need need = Need::optional) {
        seen_.insert(key);
        if (!json_.is_object()) return;
        auto found = json_.find(key);
        if (found == json_.end()) {
            if (need == Need::required) fail("", std::string("the key \"") + key + "\" is missing");
            return;
        }
        take(*found, where_ + "/" + key, value);
    }
    void finish() {
        if (!json_.is_object()) return;
        for (auto& [key, item] : json_.items()) {
            if (seen_.count(key)) continue;
            std::string known;
            for (const std::string& name : seen_) known += (known.empty() ? "" : ", ") + name;
            fail("/" + key, "unknown key; known here: " + known);
        }
    }

private:
    void fail(const std::string& at, const std::string& what) {
        errors_.push_back({where_ + at, what + ". Is the other side of the same version?"});
    }
    template <class T>
    void take(const ReadJson& json, const std::string& where, T& value) {
        auto wrong = [&](const char* wanted) { errors_.push_back({where, std::string("this must be ") + wanted + ". Is the other side of the same version?"}); };
        if constexpr (std::is_same_v<T, std::string>) {
            if (json.is_string()) value = json.get<std::string>();
            else if (json.is_null()) value.clear();
            else wrong("text in quotes");
        } else if constexpr (std::is_same_v<T, bool>) {
            if (json.is_boolean()) value = json.get<bool>();
            else wrong("true or false");
        } else if constexpr (std::is_same_v<T, Capability>) {
            if (auto read = json.is_string() ? parse_capability(json.get<std::string>()) : Result<Capability>(Error{})) value = *read;
            else wrong("a compute capability such as \"9.0\"");
        } else if constexpr (std::is_same_v<T, Kind>) {
            const std::string word = json.is_string() ? json.get<std::string>() : "";
            if (word == "sass") value = Kind::sass;
            else if (word == "ptx") value = Kind::ptx;
            else if (word == "lto") value = Kind::lto;
            else wrong("\"sass\", \"ptx\" or \"lto\"");
        } else if constexpr (std::is_integral_v<T>) {
            if (!json.is_number_integer() || !in_range<T>(json)) wrong("a whole number that fits");
            else value = json.get<T>();
        } else if constexpr (requires { typename T::mapped_type; }) {
            if (!json.is_object()) return wrong("an object in braces");
            for (auto& [key, item] : json.items()) take(item, where + "/" + key, value[key]);
        } else if constexpr (requires { typename T::value_type; }) {
            if (!json.is_array()) return wrong("a list in brackets");
            value.clear();
            for (std::size_t i = 0; i < json.size(); ++i) take(json[i], where + "/" + std::to_string(i), value.emplace_back());
        } else {
            FieldReader inner(json, where, errors_);
            fields(inner, value);
            inner.finish();
        }
    }
    template <class T>
    static bool in_range(const ReadJson& json) {
        if (json.is_number_unsigned()) return json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
        const std::int64_t number = json.get<std::int64_t>();
        return std::is_signed_v<T> ? number >= static_cast<std::int64_t>(std::numeric_limits<T>::min()) : number >= 0;
    }

    const ReadJson& json_;
    std::string where_;
    std::vector<Error>& errors_;
    std::set<std::string> seen_;
};

}  // namespace launchlab
