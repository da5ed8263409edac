// What is worth saying about a file's device code besides its list: the words of docs/json.md under warn, and hints. Owns when
// each is said; leaves their sentences to the terminal and the window. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device_code.h"
#include "core/gpu.h"
#include "core/toolkit.h"

namespace launchlab {

void remark(DeviceCode& code);  // once everything was read
// Adds what only the tables tell: numbers that no toolkit has, and PTX that these cards' drivers do not read.
void remark_for(DeviceCode& code, const std::vector<Gpu>& cards, const ToolkitTable& toolkits);

// "8.0 9.0" from names like THRUST_200500_800_900_NS; "" = none.
std::string archs_in_symbols(std::string_view strings);

bool older_version(const std::string& a, const std::string& b);  // "9.2" before "12.0"

}  // namespace launchlab
