#include "core/paste_next.h"

#include <algorithm>

#include "core/paste_windows.h"

namespace launchlab {
namespace {

struct Shown {  // which tools the text speaks of
    bool container = false, conda = false, pip = false, torch = false, cmake = false, ggml = false, cupy = false, jax = false, numba = false, windows = false, triton = false, hashcat = false;
    std::string package;  // the Python module, or the folder, of a ready-made program
    std::string source;  // "demo.cu", where the text names one
};

// Ready-made programs by their words, and where their device code lies.
struct ReadyMade {
    std::string_view word, module, folder;
};
constexpr ReadyMade packages[] = {
    {"onnxruntime", "onnxruntime", ""}, {"ctranslate2", "ctranslate2", ""}, {"faster_whisper", "ctranslate2", ""}, {"bitsandbytes", "bitsandbytes", ""}, {"xgboost", "xgboost", ""},
    {"paddle", "paddle", ""}, {"tensorflow", "tensorflow", ""}, {"cuml", "cuml", ""}, {"cudf", "cudf", ""}, {"jaxlib", "jaxlib", ""}, {"mxnet", "mxnet", ""}, {"faiss", "faiss", ""},
    {"tensorrt", "tensorrt_libs", ""}, {"[trt]", "tensorrt_libs", ""}, {"caskutils", "tensorrt_libs", ""}, {"ollama", "", "/usr/local/lib/ollama"},
};

Shown look(const PasteReading& reading) {
    Shown out;
    for (const PasteLine& line : reading.lines) {
        const auto says = [&](std::string_view word) { return line.low.find(word) != std::string::npos; };
        out.container = out.container || says("docker") || says("container") || says("nvidia/cuda:") || says("kubectl") || says("apptainer");
        out.conda = out.conda || says("conda") || says("mamba");
        out.torch = out.torch || says("torch") || says("aten/") || says("vllm") || says("runtimeerror: cuda error") || says("acceleratorerror") || says("enginecore");
        out.triton = out.triton || says("triton");
        out.hashcat = out.hashcat || says("hashcat");
        for (const ReadyMade& one : packages)
            if (out.package.empty() && says(one.word))
                out.package = one.module.empty() ? std::string(one.folder) : "\"$(python -c 'import os, " + std::string(one.module) + " as m; print(os.path.dirname(m.__file__))')\"";
        out.pip = out.pip || says("pip install") || says("site-packages") || says("wheel");
        out.cmake = out.cmake || says("cmake");
        out.ggml = out.ggml || says("ggml") || says("llama");
        out.cupy = out.cupy || says("cupy");
        out.jax = out.jax || says("jaxlib") || says("xla");
        out.numba = out.numba || says("numba");
        out.windows = out.windows || says("c:\\") || says(".dll") || says("d:\\");
        if (out.source.empty())
            if (const std::size_t end = line.low.find(".cu"); end != std::string::npos && (end + 3 >= line.low.size() || std::string_view(" :,\"')").find(line.low[end + 3]) != std::string_view::npos)) {
                std::size_t begin = end;
                while (begin > 0 && (isalnum(static_cast<unsigned char>(line.text[begin - 1])) || line.text[begin - 1] == '_' || line.text[begin - 1] == '-')) --begin;
                if (begin < end) out.source = line.text.substr(begin, end + 3 - begin);
            }
    }
    return out;
}

std::string arch_of(Capability c) { return std::to_string(c.major * 10 + c.minor); }

constexpr const char* ask_card = "nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv";
constexpr const char* ask_torch = "python -c \"import torch; print(torch.__version__, torch.cuda.get_device_name(), torch.cuda.get_device_capability(), torch.cuda.get_arch_list())\"";

// An image of nvidia/cuda that has this toolkit.
std::string cuda_image(const std::string& toolkit, const std::string& kind) {
    static constexpr std::pair<std::string_view, std::string_view> patches[] = {{"13.0", "13.0.1"}, {"12.9", "12.9.1"}, {"12.8", "12.8.1"}, {"12.6", "12.6.3"}, {"12.5", "12.5.1"},
        {"12.4", "12.4.1"}, {"12.3", "12.3.2"}, {"12.2", "12.2.2"}, {"12.1", "12.1.1"}, {"12.0", "12.0.1"}, {"11.8", "11.8.0"}, {"11.7", "11.7.1"}, {"11.6", "11.6.2"},
        {"11.5", "11.5.2"}, {"11.4", "11.4.3"}, {"11.3", "11.3.1"}, {"11.2", "11.2.2"}, {"11.1", "11.1.1"}, {"11.0", "11.0.3"}};
    std::string version = toolkit;
    for (const auto& [name, patched] : patches)
        if (toolkit == name) version = patched;
    const char* system = compare_versions(toolkit, "11.7") >= 0 ? "ubuntu22.04" : compare_versions(toolkit, "11.0") >= 0 ? "ubuntu20.04" : compare_versions(toolkit, "9.2") >= 0 ? "ubuntu18.04" : "ubuntu16.04";
    return "nvidia/cuda:" + version + "-" + kind + "-" + system;
}

// The wheels of one PyTorch release whose lists were read; a card that none of them serves needs an older release or a build.
std::string torch_command(Capability card, const PasteAnswer& answer) {
    std::string version = "2.7.1", index;
    if (const PasteFact* package = answer.fact("package")) {
        version = package->values[0].substr(package->values[0].find(' ') + 1);
        if (const std::size_t plus = version.find('+'); plus != version.npos) version.erase(plus);
    }
    if (const PasteFact* offered = answer.fact("offered")) index = offered->values[0];
    else if (answer.fact("package")) index = card >= Capability{7, 5} ? "cu130" : "cu126";
    else if (card.major >= 10 && card.major != 11) index = "cu128";
    else if (card >= Capability{5, 0} && card.major != 11) index = "cu126";
    if (index.empty()) return "";
    return "pip install --force-reinstall \"torch==" + version + "+" + index + "\" --index-url https://download.pytorch.org/whl/" + index;
}

std::string build_command(const Judged& judged, const Shown& shown, Capability card) {
    const std::string arch = arch_of(card), tool = judged.list && !judged.list->tool.empty() ? judged.list->tool : judged.tool;
    if (shown.ggml) return "cmake -B build -DGGML_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=" + arch + " && cmake --build build --config Release --clean-first";
    if (tool == "opencv") return "cmake -B build -DWITH_CUDA=ON -DCUDA_ARCH_BIN=" + to_text(card) + " -DCUDA_ARCH_PTX=" + to_text(card) + " && cmake --build build --clean-first";
    if (tool == "torch") return "TORCH_CUDA_ARCH_LIST=\"" + to_text(card) + "+PTX\" pip install --force-reinstall --no-cache-dir --no-build-isolation .";
    if (tool == "nvfortran") return "nvfortran -acc=gpu -gpu=cc" + arch + " -o app app.f90";
    if (tool == "cmake" || (tool.empty() && shown.cmake)) return "cmake -B build -DCMAKE_CUDA_ARCHITECTURES=" + arch + " && cmake --build build --clean-first";
    std::string file = shown.source.empty() ? "app.cu" : shown.source;
    return "nvcc -gencode arch=compute_" + arch + ",code=[sm_" + arch + ",compute_" + arch + "] -o " + file.substr(0, file.rfind('.')) + " " + file;
}

void next_for_image(const PasteReading& reading, const Shown& shown, Judged& judged) {
    PasteAnswer& answer = judged.answer;
    const bool wheel = judged.list && judged.list->whose == "package";
    if (!judged.gpu) {
        answer.next = shown.torch ? ask_torch : ask_card;
        answer.ask = shown.torch ? "Paste what this prints: it names the card and the list of the package."
                                 : "Paste what this prints, and how the program was built (its -arch, -gencode or CMAKE_CUDA_ARCHITECTURES) or installed.";
        if (reading.gpus.empty() && answer.cause == "no_matching_image" && judged.list) answer.ask = "Paste what this prints: the list is known, the card is not.";
        return;
    }
    const Capability card = judged.gpu->capability;
    if (wheel || shown.torch || answer.cause == "wheel_without_arch") {
        const bool rapids = judged.message && judged.message->pattern->id == "rapids-floor";
        if (shown.torch || (judged.tool == "pip" && shown.package.empty())) answer.next = torch_command(card, answer);
        if (rapids && card.major == 6) {
            answer.next = "conda install -c rapidsai -c conda-forge -c nvidia \"rapids=23.12\"";
            answer.then = "23.12 is the last release that serves cards of major 6.";
            return;
        }
        if (shown.conda && shown.torch && !answer.next.empty()) answer.next = "conda run --no-capture-output " + answer.next;
        if (!answer.next.empty()) {
            answer.then = "Then torch.cuda.get_arch_list() must name a target that serves " + to_text(card) + ". Installing another CUDA toolkit does not change the wheel.";
            if (answer.fact("package")) answer.notes.push_back("The bare version in the printed line counts as installed already; the +cu pin and --force-reinstall make pip act.");
            return;
        }
    }
    const bool built = judged.list && (judged.list->whose == "flags" || judged.list->whose == "binary");
    if (!shown.package.empty() && !built && !shown.cmake) {
        answer.next = "launchlab inspect " + shown.package + " --on " + to_text(card);
        answer.then = "It lists the targets of the package and says whether one serves " + to_text(card) + "; if none does, take a release that was built for the card.";
        return;
    }
    answer.next = build_command(judged, shown, card);
    answer.then = "Then cuobjdump --list-elf --list-ptx on the new file must name sm_" + arch_of(card) + ".";
}

void next_for_driver(const Shown& shown, PasteAnswer& answer) {
    if (const PasteFact* needs = answer.fact("needs_driver")) {
        const std::string branch = needs->values[0].substr(0, needs->values[0].find('.'));
        answer.next = shown.windows ? "winget upgrade --id Nvidia.GeForceExperience" : "sudo apt-get install --only-upgrade nvidia-driver-" + branch;
        if (!shown.windows) answer.next = "sudo apt-get update && sudo apt-get install nvidia-driver-" + branch;
    } else {
        answer.next = "nvidia-smi";
        answer.ask = "Paste what nvidia-smi prints at the top: the driver's version and the CUDA version that it reads.";
    }
    if (shown.container) {
        answer.next = "docker run --rm --gpus all nvidia/cuda:12.4.1-base-ubuntu22.04 nvidia-smi";
        answer.then = "A container uses the host's driver: update it there, or take an image of an older CUDA.";
    }
}

void next_for_ptx(const PasteReading& reading, const ToolkitTable& toolkits, const Shown& shown, Judged& judged) {
    PasteAnswer& answer = judged.answer;
    std::string reads;
    if (const PasteFact* fact = answer.fact("driver_toolkit")) reads = fact->values[0];
    else if (const VersionSeen* driver = reading.version("driver"))
        if (const Result<Driver> branch = parse_driver(driver->version)) reads = toolkit_of_ptx(toolkits, to_text(reads_ptx(toolkits, *branch)));
    if (reads.empty()) {
        answer.next = "nvidia-smi";
        answer.ask = "Paste what nvidia-smi prints at the top: its CUDA version is the newest toolkit whose PTX this driver reads.";
    } else if (shown.numba) {
        answer.next = "pip install --force-reinstall \"nvidia-cuda-nvcc-cu12==" + reads + ".*\" \"nvidia-cuda-nvrtc-cu12==" + reads + ".*\"";
        if (!reads.starts_with("12.")) answer.next = "conda install -c conda-forge \"cuda-version=" + reads + "\"";
    } else if (shown.conda) {
        answer.next = "conda install -c conda-forge \"cuda-version=" + reads + "\"";
    } else if (shown.container) {
        answer.next = "docker run --rm --gpus all " + cuda_image(reads, "devel") + " nvcc --version";
    } else if (judged.gpu) {
        const std::string arch = arch_of(judged.gpu->capability);
        answer.next = "nvcc -gencode arch=compute_" + arch + ",code=sm_" + arch + " -o app " + (shown.source.empty() ? "app.cu" : shown.source);
        answer.then = "SASS for the card needs no PTX; a toolkit " + reads + " or older, or a newer driver, mends PTX too.";
        return;
    } else {
        answer.next = ask_card;
        answer.ask = "Paste what this prints: with the card's number, SASS for it needs no PTX.";
    }
    if (answer.then.empty() && !reads.empty()) answer.then = "The driver reads PTX up to toolkit " + reads + ". A newer driver, or that toolkit, mends it; another -arch does not.";
}

void next_for_build(Judged& judged, const Shown& shown) {
    PasteAnswer& answer = judged.answer;
    const PasteFact* first = answer.fact("first_toolkit");
    const PasteFact* last = answer.fact("last_toolkit");
    const bool nvrtc = judged.tool == "nvrtc";
    if (answer.cause == "compile_time_bad_value") {
        answer.next = judged.tool == "cmake"   ? "cmake -B build -DCMAKE_CUDA_ARCHITECTURES=\"80;90\""
                      : judged.tool == "torch" ? "export TORCH_CUDA_ARCH_LIST=\"8.0;9.0+PTX\""
                      : nvrtc                  ? "python -c \"import cuda.bindings.nvrtc as n; print(n.nvrtcGetSupportedArchs())\""
                                               : "nvcc --list-gpu-code";
        answer.then = "Write the value as in this line or list.";
    } else if (judged.tool == "torch" || judged.tool == "cmake") {
        answer.next = judged.tool == "torch" ? "pip install --upgrade \"torch==2.7.1\" --index-url https://download.pytorch.org/whl/cu128" : "pip install --upgrade \"cmake>=3.31,<4\"";
        answer.then = "The tool that reads the list is older than the number.";
    } else if (first && answer.cause == "compile_time_unsupported_arch") {
        answer.next = shown.conda       ? "conda install -c nvidia \"cuda-toolkit>=" + first->values[0] + "\""
                      : shown.container ? "docker run --rm " + cuda_image(first->values[0], "devel") + " nvcc --version"
                      : shown.triton    ? "export TRITON_PTXAS_PATH=\"$(command -v ptxas)\" && \"$TRITON_PTXAS_PATH\" --version"
                      : nvrtc           ? "ldconfig -p | grep libnvrtc"
                                        : "which -a nvcc && nvcc --version";
        answer.then = shown.triton ? "It must be " + first->values[0] + " or newer; then start the program from this shell: Triton's own ptxas is older."
                      : nvrtc      ? "The libnvrtc that is loaded must be of " + first->values[0] + " or newer; the first in this list is often an older one."
                                   : "It must be " + first->values[0] + " or newer; often an older one stands first on PATH.";
    } else if (last) {
        answer.next = shown.conda ? "conda install -c nvidia \"cuda-toolkit=" + last->values[0] + "\"" : "docker run --rm " + cuda_image(last->values[0], "devel") + " nvcc --version";
        answer.then = "Take this target out of the list, or build with " + last->values[0] + ".";
    } else {
        answer.next = "nvcc --version";
    }
    if (!answer.sure) answer.ask = nvrtc ? "Paste the target that was asked for and NVRTC's version." : "Paste what nvcc --version prints.";
}

}  // namespace

std::string step_for(const PasteAnswer& answer) {
    const std::string& cause = answer.cause;
    if (cause == "no_matching_image") return "day-06/2";
    if (cause == "newer_target") return answer.code == 218 ? "day-46/4" : "day-46/3";
    if (cause == "older_major") return "day-46/2";
    if (cause == "wheel_without_arch" || cause == "compile_time_unsupported_arch") return "day-69/7";
    if (cause == "arch_specific_suffix") return "day-69/6";
    if (cause == "tegra_exception") return "day-46/3";
    if (cause == "relocatable_mismatch" || cause == "missing_symbol") return "day-06/8";
    if (cause == "driver_too_old") return "day-69/10";
    if (cause == "ptx_newer_than_driver" || cause == "ptx_rejected" || cause == "corrupt_image") return "day-46/8";
    if (cause == "jit_unavailable") return answer.code == 223 ? "day-46/7" : "day-46/1";
    if (cause == "geometry") return "day-06/5";
    if (cause == "oob_or_device_fault" || cause == "arch_guard_in_kernel") return "day-06/6";
    if (cause == "compile_time_dropped_arch") return "day-69/3";
    if (cause == "compile_time_bad_value") return "day-69/2";
    if (cause == "harmless_probe") return answer.code ? "day-06/3" : "day-69/7";
    return "";
}

void add_next(const PasteReading& reading, const ToolkitTable& toolkits, Judged& judged) {
    PasteAnswer& answer = judged.answer;
    const std::string& cause = answer.cause;
    const Shown shown = look(reading);
    answer.step = step_for(answer);
    if (cause == "no_matching_image" && answer.code == 98) {
        answer.next = ask_card;
        answer.ask = "Paste the card's capability, the toolkit's version and how the program was built.";
    } else if (cause == "no_matching_image" || cause == "newer_target" || cause == "older_major" || cause == "wheel_without_arch" || cause == "tegra_exception") {
        next_for_image(reading, shown, judged);
    } else if (cause == "arch_specific_suffix") {
        if (judged.gpu) {
            answer.next = build_command(judged, shown, judged.gpu->capability);
        } else {
            const PasteFact* needs = answer.fact("needs");
            std::string arch = needs ? needs->values[0] : "9.0a";
            std::erase(arch, '.');
            answer.next = "nvcc -gencode arch=compute_" + arch + ",code=sm_" + arch + " -o app " + (shown.source.empty() ? "app.cu" : shown.source);
        }
    } else if (cause == "relocatable_mismatch" && answer.sure && judged.gpu) {
        answer.next = build_command(judged, shown, judged.gpu->capability);
        if (answer.next.starts_with("nvcc ")) answer.next.insert(5, "-rdc=true ");
    } else if (cause == "relocatable_mismatch" || cause == "missing_symbol") {
        answer.next = "cuobjdump --list-elf --list-ptx ./app";
        answer.ask = "Paste what this prints, and whether the build uses -rdc=true.";
        if (answer.sure) answer.next = "cuobjdump --dump-elf-symbols ./app";
        if (answer.sure) answer.ask.clear();
    } else if (cause == "ptx_newer_than_driver" && !answer.code && !answer.sure) {
        answer.next = "which -a ptxas && ptxas --version";
        answer.then = "ptxas must be of the toolkit that wrote the PTX, or newer.";
    } else if (cause == "ptx_newer_than_driver") {
        next_for_ptx(reading, toolkits, shown, judged);
    } else if (cause == "ptx_rejected") {
        answer.next = "CUDA_LOG_FILE=stderr ./app";
        answer.ask = "Paste the compiler's log: a driver of CUDA 12.9 or newer prints it with this variable.";
    } else if (cause == "jit_unavailable") {
        answer.next = answer.code == 223 ? "env -u CUDA_DISABLE_PTX_JIT -u CUDA_DISABLE_JIT ./app"
                      : shown.container  ? "docker run --rm --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility nvidia/cuda:12.4.1-base-ubuntu22.04 ldconfig -p"
                                         : "ldconfig -p | grep libnvidia-ptxjitcompiler";
    } else if (cause == "corrupt_image") {
        answer.next = reading.first("cache") ? "rm -rf ~/.triton/cache ~/.nv/ComputeCache" : "CUDA_LOG_FILE=stderr ./app";
        if (!answer.sure) answer.ask = "Paste the first lines of nvidia-smi and the version of the library or toolkit that made the file.";
    } else if (cause == "driver_too_old") {
        next_for_driver(shown, answer);
    } else if (cause == "compat_package") {
        answer.next = "ldconfig -p | grep -E 'libcuda\\.so|compat'";
        answer.then = "A folder named compat must not come first; after a driver update, restart the machine.";
    } else if (cause == "no_device") {
        answer.next = shown.container ? "docker run --rm --gpus all nvidia/cuda:12.4.1-base-ubuntu22.04 nvidia-smi -L" : "nvidia-smi -L; echo \"CUDA_VISIBLE_DEVICES=$CUDA_VISIBLE_DEVICES\"";
        if (judged.tool == "torch") answer.next = "export TORCH_CUDA_ARCH_LIST=\"8.0;9.0+PTX\"";
        if (judged.tool == "cmake") answer.next = "cmake -B build -DCMAKE_CUDA_ARCHITECTURES=\"80;90\"";
    } else if (cause == "geometry") {
        answer.next = "CUDA_LOG_FILE=stderr ./app";
        answer.then = "The driver names the limit; make the block, the grid or its shared memory smaller.";
    } else if (cause == "oob_or_device_fault") {
        answer.next = "compute-sanitizer ./app";
        answer.then = "Start a new process: the context of this one is lost.";
    } else if (cause.starts_with("compile_time")) {
        next_for_build(judged, shown);
    } else if (cause == "link_time_mismatch") {
        answer.next = shown.cmake || judged.tool == "cmake" ? "cmake -B build -DCMAKE_CUDA_SEPARABLE_COMPILATION=ON -DCMAKE_CUDA_RESOLVE_DEVICE_SYMBOLS=ON"
                                                            : "nvcc -dlink *.o -o device_link.o -arch=native";
        if (const PasteFact* arch = answer.fact("arch"); arch && !shown.cmake) {
            std::string name = arch->values[0];
            std::erase(name, '.');
            answer.next = "nvcc -dlink *.o -o device_link.o -gencode arch=compute_" + name + ",code=sm_" + name;
        }
    } else if (cause == "arch_guard_in_kernel") {
        answer.next = judged.gpu ? build_command(judged, shown, judged.gpu->capability) : "cmake -B build -DGGML_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=native && cmake --build build --config Release --clean-first";
    } else if (cause == "other_error" && answer.code) {
        answer.next = answer.code == 2 ? "nvidia-smi" : answer.code == 46 ? "nvidia-smi --query-compute-apps=pid,name,used_memory --format=csv" : answer.code == 214 ? "nvidia-smi -q -d ECC" : "CUDA_LOG_FILE=stderr ./app";
        answer.then = answer.code == 2     ? "It shows how much memory is free and who holds the rest."
                      : answer.code == 46  ? "It names the processes that hold the card; one that failed before must be started anew."
                      : answer.code == 214 ? "The card's memory has failed; no build mends that."
                                           : "A driver of CUDA 12.9 or newer says in a sentence what it refused.";
    } else if (cause == "harmless_probe") {
        answer.next = shown.torch ? "python -c \"import torch; print((torch.ones(2, device='cuda') + 1).cpu())\"" : "";
        answer.then = "Nothing has to be mended for this message.";
    }
    if (judged.message && !judged.message->pattern->next.empty()) answer.next = judged.message->pattern->next, answer.then = judged.message->pattern->then;
    if (!answer.sure && answer.ask.empty() && cause != "harmless_probe" && cause != "unknown")
        answer.ask = "Paste the lines before this one, what nvidia-smi prints, and the command that built or installed the program.";
}

}  // namespace launchlab
