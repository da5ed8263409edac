// Located text: characters that remember their byte place in what was typed, through quotes, continuation lines and variables.
// Owns splitting into words and commands and finding a named value; leaves every meaning to the readers in core/flags_*.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launchlab {

class Text {
public:
    Text() = default;
    explicit Text(std::string_view typed);

    const std::string& text() const { return text_; }
    std::string_view view() const { return text_; }
    bool empty() const { return text_.empty(); }
    std::size_t size() const { return text_.size(); }
    char operator[](std::size_t i) const { return text_[i]; }
    std::size_t place() const { return place(0); }
    std::size_t place(std::size_t i) const;  // i at the end: behind the last character

    Text cut(std::size_t from, std::size_t count = std::string::npos) const;
    void push(const Text& from, std::size_t i);      // one character
    void push(char c, std::size_t place);
    void append(const Text& other);
    void set_end(std::size_t place) { end_ = place; }  // where an empty text stands

private:
    std::string text_;
    std::vector<std::uint32_t> at_;
    std::size_t end_ = 0;
};

using Words = std::vector<Text>;

Text trimmed(const Text& text);
Words split(const Text& text, std::string_view separators);      // drops empty parts; no quotes
Words split_keeping(const Text& text, char separator);           // keeps empty parts
// As a shell reads it: quotes and backslashes; blanks end a word. `commands` are separated by newline, ; && || |.
// A ';' inside a word joins a CMake list: "CUDA_NVCC_FLAGS;-gencode;arch=..." is three words of one command.
std::vector<Words> commands(const Text& text);
Words words(const Text& text);                                   // of all commands together

// The value after NAME and one of = := : ( , with or without quotes: NAME="80;90", "NAME": "80", set(NAME 80 90), -DNAME:STRING=80.
// The last one in the text. `name` must stand alone: not a part of a longer word.
std::optional<Text> value_of(const Text& text, std::string_view name);

bool has(std::string_view text, std::string_view part);
bool has_any_case(std::string_view text, std::string_view lower_part);
std::string lower_case(std::string_view text);
bool all_digits(std::string_view text);

}  // namespace launchlab
