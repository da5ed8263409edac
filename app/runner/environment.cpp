#include "runner/environment.h"

extern char** environ;

namespace launchlab {

std::vector<std::string> child_environment(const std::map<std::string, std::string>& request) {
    std::map<std::string, std::string> all;
    for (char** at = environ; *at; ++at) {
        const std::string variable = *at;
        const auto equals = variable.find('=');
        if (equals == std::string::npos) continue;
        const std::string name = variable.substr(0, equals);
        const bool cuda = name.rfind("CUDA_", 0) == 0 || name.rfind("NVRTC_", 0) == 0;
        // CUDA_HOME and CUDA_PATH say where toolkits lie, and only our own search reads them.
        const bool passes = name == "CUDA_VISIBLE_DEVICES" || name == "CUDA_DEVICE_ORDER" || name == "CUDA_HOME" || name == "CUDA_PATH";
        if (!cuda || passes) all[name] = variable.substr(equals + 1);
    }
    all["CUDA_MODULE_LOADING"] = "LAZY";
    all["CUDA_CACHE_DISABLE"] = "1";
    all["CUDA_LOG_FILE"] = "stderr";
    for (const auto& [name, value] : request) all[name] = value;
    std::vector<std::string> variables;
    for (const auto& [name, value] : all) variables.push_back(name + "=" + value);
    return variables;
}

}  // namespace launchlab
