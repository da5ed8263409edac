// Result<T>: a value, or the Error that stopped it. Owns how launchlab reports its own trouble; CUDA and NVRTC codes are
// data (core/protocol.h) and never travel as an Error. Invariant: `what` is a sentence for people and ends with the remedy.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace launchlab {

struct Error {
    std::string where;  // file, option or address inside a document: "lessons/day-06/02-which-call.json /predict/0"
    std::string what;   // what is wrong, then what to do
    std::string text() const { return where.empty() ? what : where + ": " + what; }
    bool operator==(const Error&) const = default;
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}
    explicit operator bool() const { return held_.index() == 0; }
    T& operator*() { return std::get<0>(held_); }
    const T& operator*() const { return std::get<0>(held_); }
    T* operator->() { return &std::get<0>(held_); }
    const T* operator->() const { return &std::get<0>(held_); }
    const Error& error() const { return std::get<1>(held_); }

private:
    std::variant<T, Error> held_;
};

struct Done {};  // the value of a Result that only says that it worked

}  // namespace launchlab
