// parse_words(): one command's words through CLI11 -> Parsed. Owns how an error of the command line is worded and ends; leaves
// which options there are, and what may not stand together, to each command's own file. Only those files include this.
#pragma once

#include <CLI/CLI.hpp>

#include <sstream>
#include <string>
#include <vector>

#include "terminal/arguments.h"
#include "terminal/text.h"

namespace launchlab {

// Parses the words from `begin` to `end`, asks `check` for the arguments (it throws what may not stand together), and gives what
// is to be printed otherwise. `reword` makes the sentence of an error; it gets the command's words too.
template <class Check, class Reword>
Parsed parse_words(CLI::App& app, const std::vector<std::string>& words, std::vector<std::string>::const_iterator begin, std::vector<std::string>::const_iterator end,
                   const std::string& name, const Check& check, const Reword& reword) {
    Parsed parsed;
    try {
        std::vector<std::string> reversed(std::make_reverse_iterator(end), std::make_reverse_iterator(begin));
        app.parse(reversed);
        parsed.arguments = check();
    } catch (const CLI::Success& asked) {
        std::ostringstream out, err;
        app.exit(asked, out, err);
        parsed.out = out.str();
    } catch (const CLI::ParseError& wrong) {
        parsed.exit = 2;
        std::string command = "launchlab" + (name.empty() ? name : " " + name);
        for (CLI::App* one : app.get_subcommands()) command += " " + one->get_name();
        std::string what = reword(wrong, command);
        if (!what.empty() && what.back() != '.') what += '.';
        parsed.err = to_error_line({"command line", shorten_words(what, words) + " " + command + " --help shows the options."}) + "\n";
    }
    return parsed;
}

// For a command with a file of its own: the first word is its name.
template <class Check>
Parsed parse_words(CLI::App& app, const std::vector<std::string>& words, std::vector<std::string>::const_iterator end, const std::string& name, const Check& check) {
    return parse_words(app, words, words.begin() + 1, end, name, check, [](const CLI::ParseError& wrong, const std::string&) { return std::string(wrong.what()); });
}

}  // namespace launchlab
