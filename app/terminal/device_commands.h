// The commands about device code in files. Their exit codes: 0 it runs or was only listed, 1 a card is not served, 2 an error.
#pragma once

#include "core/device_remarks.h"
#include "terminal/commands.h"
#include "terminal/device_arguments.h"
#include "terminal/device_report.h"
#include "terminal/flags_command.h"

namespace launchlab {

int why_command(const WhyArguments& arguments, Output& out, Output& err);
int inspect_command(const InspectArguments& arguments, Output& out, Output& err);

Result<std::vector<Gpu>> cards_of(const std::string& on, const Tables& tables);  // "8.6,T4@535"
void remark_file(DeviceFile& file, const std::vector<Gpu>& cards, const ToolkitTable& toolkits);

}  // namespace launchlab
