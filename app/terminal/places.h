// Where a set of CUDA libraries is fetched to, and the script that fetches it. The data folder is session/course_files's.
#pragma once

#include <string>

namespace launchlab {

std::string shelf_dir();                                // $XDG_DATA_HOME/launchlab/toolkits or ~/.local/share/...
std::string fetch_script(const std::string& data_dir);  // third_party/fetch.py in the data folder; "" = not there

}  // namespace launchlab
