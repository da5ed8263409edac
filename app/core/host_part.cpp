// The host part: C++ text of a request's calls, as the screen shows it and as a saved program holds it.
#include <algorithm>
#include <set>
#include <utility>

#include "core/lesson.h"

namespace launchlab {
namespace {

constexpr std::size_t comment_column = 35;

std::string hex_byte(int value) {
    constexpr char digits[] = "0123456789ABCDEF";
    return std::string("0x") + digits[(value >> 4) & 15] + digits[value & 15];
}

std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
    return out;
}

std::string commented(std::string line, const std::string& comment) {
    line.resize(std::max(line.size() + 2, comment_column), ' ');
    return line + "// " + comment;
}

std::string dimension(const std::vector<unsigned>& numbers) {
    if (numbers.empty()) return "1";
    if (numbers.size() == 1) return std::to_string(numbers[0]);
    std::vector<std::string> parts;
    for (unsigned n : numbers) parts.push_back(std::to_string(n));
    return "dim3(" + joined(parts) + ")";
}

std::string argument(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return text;
    const std::string type = text.substr(0, colon), number = text.substr(colon + 1);
    if (type == "u32") return number + "u";
    if (type == "u64") return number + "ull";
    if (type == "f32") return (number.find_first_of(".e") == std::string::npos ? number + ".0" : number) + "f";
    return number;
}

// Writes one call after another and remembers the names it gave to their results.
class Writer {
public:
    Writer(const Request& request, const std::string& entry) : request_(request), entry_(entry) {
        for (const CallRequest& call : request.calls)
            if (call.call == "cudaMalloc") words_[call.buffer] = std::max<std::uint64_t>(1, call.bytes / 4);
        for (const CallRequest& call : request.calls)
            if (call.call == "cudaMemcpy") copied_.insert(call.buffer);
    }

    std::string text() {
        declare();
        for (at_ = 0; at_ < request_.calls.size(); ++at_) write(at_);
        print();
        return out_;
    }

    std::vector<HostResult> results() const {   // after text()
        std::vector<HostResult> out;
        for (const auto& [name, call] : results_) out.push_back({name, call, false});
        for (const std::string& buffer : copied_)
            for (std::size_t i = request_.calls.size(); i-- > 0;)
                if (request_.calls[i].call == "cudaMemcpy" && request_.calls[i].buffer == buffer) {
                    out.push_back({host(buffer) + "[0]", static_cast<int>(i), true});
                    break;
                }
        return out;
    }

private:
    void line(const std::string& text) { out_ += text + "\n"; }
    void gap() { if (!out_.empty() && out_.substr(out_.size() - std::min<std::size_t>(2, out_.size())) != "\n\n") out_ += "\n"; }
    std::string host(const std::string& buffer) const { return copied_.size() > 1 ? "host_" + buffer : "host"; }
    std::string call_name(const CallRequest& call) const { return call.unit == 0 ? entry_ : entry_of(call.unit); }
    std::string entry_of(int unit) const {
        return unit >= 0 && unit < static_cast<int>(request_.units.size()) ? request_.units[unit].entry : entry_;
    }

    void declare() {
        std::vector<std::string> names;
        for (const auto& [buffer, words] : words_) names.push_back("*" + buffer);
        for (const std::string& buffer : copied_) names.push_back(host(buffer) + "[" + std::to_string(words_.count(buffer) ? words_[buffer] : 1) + "]");
        if (!names.empty()) line("unsigned " + joined(names) + ";");
    }

    void check(const CallRequest& call, std::string name, const std::string& expression) {
        const int times = ++times_[name];
        if (times > 1) name += "_" + std::to_string(times);
        results_.push_back({name, static_cast<int>(at_)});
        const std::string text = "cudaError_t " + name + " = " + expression + ";";
        line(call.thread == 0 ? text : commented(text, "on host thread " + std::to_string(call.thread)));
    }

    void write(std::size_t i) {
        const CallRequest& call = request_.calls[i];
        const std::string bytes = std::to_string(call.bytes);
        const bool after_launch = i > 0 && request_.calls[i - 1].call == "launch";
        if (call.call == "cudaMalloc") {
            const std::string made = "cudaMalloc(&" + call.buffer + ", " + bytes + ")";
            if (times_.count("reset")) check(call, "again", made);   // what it answers is the point of the program
            else line(made + ";");
        } else if (call.call == "cudaMemset") {
            const std::string byte = hex_byte(call.value);
            line(commented("cudaMemset(" + call.buffer + ", " + byte + ", " + bytes + ");", "reads as 0x" + byte.substr(2) + byte.substr(2) + byte.substr(2) + byte.substr(2)));
        } else if (call.call == "launch") launch(call);
        else if (call.call == "cudaMemcpy") {
            gap();
            line("cudaMemcpy(" + host(call.buffer) + ", " + call.buffer + ", " + bytes + ", cudaMemcpyDeviceToHost);");
        } else if (call.call == "cudaPeekAtLastError") check(call, after_launch ? "launch" : "peek", "cudaPeekAtLastError()");
        else if (call.call == "cudaGetLastError") check(call, after_launch ? "launch" : "get", "cudaGetLastError()");
        else if (call.call == "cudaDeviceSynchronize") check(call, "done", "cudaDeviceSynchronize()");
        else if (call.call == "cudaFree") line("cudaFree(" + call.buffer + ");");
        else if (call.call == "cudaDeviceReset") check(call, "reset", "cudaDeviceReset()");
        else if (call.call == "cudaFuncGetAttributes") {
            line("cudaFuncAttributes attributes;");
            check(call, "query", "cudaFuncGetAttributes(&attributes, " + call_name(call) + ")");
        } else if (call.call == "cudaOccupancyMaxActiveBlocksPerMultiprocessor") {
            line("int blocks = 0;");
            check(call, "query", "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, " + call_name(call) + ", " + dimension(call.block) + ", " + std::to_string(call.smem) + ")");
        } else if (call.call == "cudaLaunchCooperativeKernel") {
            std::vector<std::string> addresses;
            for (const std::string& arg : call.args) addresses.push_back("&" + argument(arg));
            gap();
            line("void* args[] = {" + joined(addresses) + "};");
            check(call, "cooperative", "cudaLaunchCooperativeKernel((void*)" + call_name(call) + ", " + dimension(call.grid) + ", " + dimension(call.block) + ", args, " + std::to_string(call.smem) + ")");
        }
    }

    void launch(const CallRequest& call) {
        std::vector<std::string> args;
        for (const std::string& arg : call.args) args.push_back(argument(arg));
        std::string shape = dimension(call.grid) + ", " + dimension(call.block);
        if (call.smem) shape += ", " + std::to_string(call.smem);
        gap();
        line(commented(call_name(call) + "<<<" + shape + ">>>(" + joined(args) + ");", "returns nothing"));
    }

    void print() {
        if (results_.empty() && copied_.empty()) return;
        std::string format;
        std::vector<std::string> values;
        for (const auto& [name, call] : results_) format += "%d ", values.push_back(name);
        for (const std::string& buffer : copied_) format += "0x%X ", values.push_back(host(buffer) + "[0]");
        if (copied_.empty()) gap();
        format.pop_back();
        line("printf(\"" + format + "\\n\", " + joined(values) + ");");
    }

    const Request& request_;
    const std::string& entry_;
    std::map<std::string, std::uint64_t> words_;   // buffer -> unsigned words
    std::set<std::string> copied_;
    std::map<std::string, int> times_;
    std::vector<std::pair<std::string, int>> results_;   // name, call
    std::size_t at_ = 0;                                 // the call that is being written
    std::string out_;
};

// What NVRTC is told for each image has a default here: the marker of a plain SASS image is 100000 + its __CUDA_ARCH__.
// nvcc's host pass reads the kernel too, and knows no __CUDA_ARCH__.
constexpr std::string_view nvcc_defaults =
    "#ifndef MARK\n"
    "#define MARK (100000 + __CUDA_ARCH__)\n"
    "#endif\n"
    "#ifndef __CUDA_ARCH__\n"
    "#define __CUDA_ARCH__ 0\n"
    "#endif\n";

}  // namespace

std::string host_part(const Request& request, const std::string& entry) { return Writer(request, entry).text(); }

std::vector<HostResult> host_results(const Request& request, const std::string& entry) {
    Writer writer(request, entry);
    writer.text();
    return writer.results();
}

std::string program(const Request& request, const std::string& entry, const std::string& before, const std::string& after) {
    std::string out = "#include <cstdio>\n\n" + std::string(nvcc_defaults) + "\n";
    for (std::size_t i = 0; i < request.units.size(); ++i)
        if (i == 0 || request.units[i].source != request.units[i - 1].source) out += request.units[i].source + "\n";
    out += "int main() {\n";
    for (const std::string& part : {before, host_part(request, entry), after})
        for (std::size_t start = 0; start < part.size();) {
            const std::size_t end = std::min(part.find('\n', start), part.size());
            if (end > start) out += "    " + part.substr(start, end - start);
            out += "\n";
            start = end + 1;
        }
    return out + "}\n";
}

std::string nvcc_line(const Request& request, const std::string& file) {
    std::string out = "nvcc";
    if (!request.units.empty())
        for (const ImageRequest& image : request.units[0].images) {
            const std::string_view code = image.kind == Kind::ptx ? "compute_" : image.kind == Kind::lto ? "lto_" : "sm_";
            out += " -gencode arch=compute_" + image.arch + ",code=" + std::string(code) + image.arch;
        }
    return out + " " + file;
}

}  // namespace launchlab
