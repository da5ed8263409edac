// LookupTables: what explaining a text and telling about a code need, read from the data folder. Owns which files those are;
// leaves their meaning to core. Invariant: what cannot be read is told in `troubles`, and the rest works.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/gpu.h"
#include "core/hub.h"
#include "core/paste.h"
#include "core/toolkit.h"

namespace launchlab {

struct LookupTables {
    std::optional<PasteBox> box;   // empty: its patterns or its tables cannot be read
    Hub hub;
    ToolkitTable toolkits;
    std::vector<Error> troubles;
};
LookupTables read_lookup_tables(const std::string& data_dir);

}  // namespace launchlab
