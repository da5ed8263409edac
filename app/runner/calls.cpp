#include "runner/calls.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "core/codes.h"
#include "core/target.h"
#include "runner/arguments.h"
#include "runner/channel.h"
#include "runner/registration.h"

namespace launchlab {
namespace {

dim3 shape(const std::vector<unsigned>& numbers) {
    const auto at = [&](std::size_t i) { return i < numbers.size() ? numbers[i] : 1u; };
    return dim3{at(0), at(1), at(2)};
}

// Grows from release to release only behind these fields, so the library gets room to spare.
struct Attributes {
    alignas(16) unsigned char room[4096] = {};
    const cudaFuncAttributes& read() const { return *reinterpret_cast<const cudaFuncAttributes*>(room); }
    cudaFuncAttributes* write() { return reinterpret_cast<cudaFuncAttributes*>(room); }
};

bool is_lost(int code) {
    const Code* known = find_code(code);
    return known && known->sticky;
}

std::optional<std::uint32_t> mark_of(const ImageRequest& image) {
    const auto it = image.define.find("MARK");
    if (it == image.define.end()) return std::nullopt;
    return static_cast<std::uint32_t>(std::strtoul(it->second.c_str(), nullptr, 0));
}

}  // namespace

Calls::Calls(const Cudart& cudart, const Request& request, std::vector<const void*> keys, std::int64_t begin_us)
    : cudart_(cudart), request_(request), keys_(std::move(keys)), begin_us_(begin_us), threads_([this] {
          if (request_.gpu > 0) (void)cudart_.cudaSetDevice(request_.gpu);
      }) {}

void Calls::stage(const char* word, const std::string& detail) { emit(request_.id, Stage{word, detail, now_us() - begin_us_}); }

void Calls::make_all() {
    stage("launch");
    for (int i = 0; i < static_cast<int>(request_.calls.size()); ++i) {
        const std::string& call = request_.calls[i].call;
        if (call == "cudaDeviceSynchronize" || call == "cudaMemcpy") stage("wait", call);
        threads_.run(request_.calls[i].thread, [&] { make(i); });
    }
    mark_log(-1);
    ask_the_rest();
}

void Calls::make(int index) {
    const CallRequest& call = request_.calls[index];
    Call told;
    told.index = index;
    told.call = call.call;
    told.thread = call.thread;
    // Before the very first call there is nothing to ask: the slot is 0, and asking would be the first call itself.
    told.slot_before = first_ ? 0 : cudart_.cudaPeekAtLastError();
    first_ = false;
    mark_log(index);
    const std::int64_t start = now_us();
    told.code = perform(call);
    told.us = now_us() - start;
    told.start_us = start - begin_us_;
    told.slot = cudart_.cudaPeekAtLastError();
    const auto code = static_cast<cudaError_t>(told.code);
    told.name = cudart_.cudaGetErrorName(code);
    told.text = cudart_.cudaGetErrorString(code);
    lost_ = lost_ || is_lost(told.code);
    emit(request_.id, told);
    if (call.call == "cudaMemcpy") tell_value(index, call, told.code == 0);
    if (call.call == "cudaOccupancyMaxActiveBlocksPerMultiprocessor")
        emit(request_.id, Value{index, "numBlocks", told.code == 0, {static_cast<std::uint32_t>(blocks_)}});
}

int Calls::perform(const CallRequest& call) {
    const std::string& word = call.call;
    Buffer& buffer = buffers_[call.buffer];
    const std::uint64_t bytes = call.bytes ? call.bytes : buffer.bytes;
    if (word == "cudaMalloc") {
        buffer.bytes = call.bytes;
        return cudart_.cudaMalloc(&buffer.device, call.bytes);
    }
    if (word == "cudaMemset") return cudart_.cudaMemset(buffer.device, call.value, bytes);
    if (word == "cudaMemcpy") {
        host_.assign((bytes + 3) / 4, 0);
        return cudart_.cudaMemcpy(host_.data(), buffer.device, bytes, cudaMemcpyDeviceToHost);
    }
    if (word == "cudaFree") return cudart_.cudaFree(buffer.device);
    if (word == "cudaPeekAtLastError") return cudart_.cudaPeekAtLastError();
    if (word == "cudaGetLastError") return cudart_.cudaGetLastError();
    if (word == "cudaDeviceSynchronize") return cudart_.cudaDeviceSynchronize();
    if (word == "cudaDeviceReset") return cudart_.cudaDeviceReset();
    if (word == "cudaFuncGetAttributes") {
        Attributes attributes;
        return cudart_.cudaFuncGetAttributes(attributes.write(), key_of(call));
    }
    if (word == "cudaOccupancyMaxActiveBlocksPerMultiprocessor") {
        const dim3 block = shape(call.block);
        blocks_ = 0;
        return cudart_.cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_, key_of(call), static_cast<int>(block.x * block.y * block.z),
                                                                     call.smem);
    }
    return launch(call);
}

const void* Calls::key_of(const CallRequest& call) const { return call.unit < 0 ? unregistered_key() : keys_[call.unit]; }

int Calls::launch(const CallRequest& call) {
    // A kernel that takes more parameters than the request names reads zeros, not foreign memory.
    alignas(16) static const unsigned char zeros[4096] = {};
    std::vector<std::uint64_t> values(call.args.size());
    std::vector<void*> pointers(256, const_cast<unsigned char*>(zeros));
    Launched launched{call.unit, 0, {}};
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        if (const auto number = parse_number_argument(call.args[i])) {
            values[i] = *number;
        } else {
            values[i] = reinterpret_cast<std::uintptr_t>(buffers_[call.args[i]].device);
            launched.buffers.push_back(call.args[i]);
        }
        pointers[i] = &values[i];
    }
    const void* key = key_of(call);
    launched.code =
        call.call == "launch"
            ? cudart_.cudaLaunchKernel(key, shape(call.grid), shape(call.block), pointers.data(), call.smem, nullptr)
            : cudart_.cudaLaunchCooperativeKernel(key, shape(call.grid), shape(call.block), pointers.data(), call.smem, nullptr);
    launched_.push_back(launched);
    return launched.code;
}

void Calls::tell_value(int index, const CallRequest& call, bool read) {
    Value value{index, call.buffer, read, host_};
    if (value.words.size() > 16) value.words.resize(16);
    emit(request_.id, value);
    if (read && !host_.empty()) tell_marker(call, host_[0]);
}

// The buffer's last writer is the last launch that was accepted and got it as an argument.
void Calls::tell_marker(const CallRequest& call, std::uint32_t word) {
    for (auto it = launched_.rbegin(); it != launched_.rend(); ++it) {
        if (it->code != 0 || it->unit < 0 || std::find(it->buffers.begin(), it->buffers.end(), call.buffer) == it->buffers.end()) continue;
        int image = -1, same = 0;
        const auto& images = request_.units[it->unit].images;
        for (std::size_t i = 0; i < images.size(); ++i)
            if (mark_of(images[i]) == word) image = static_cast<int>(i), ++same;
        if (same == 1 && !told_[it->unit]) {
            told_[it->unit] = true;
            emit(request_.id, Taken{it->unit, image, "marker", 0, 0});
        }
        return;
    }
}

// For launches that left no marker the runtime tells the image's numbers. Asked last and on a thread of its own, so that the
// answer, whatever it is, touches no slot that the learner looks at.
void Calls::ask_the_rest() {
    if (lost_) return;
    std::map<int, bool> accepted;
    for (const auto& launch : launched_)
        if (launch.code == 0 && launch.unit >= 0 && !told_[launch.unit]) accepted[launch.unit] = true;
    if (accepted.empty()) return;
    std::thread([&] {
        if (request_.gpu > 0) (void)cudart_.cudaSetDevice(request_.gpu);
        for (const auto& [unit, yes] : accepted) {
            Attributes attributes;
            if (cudart_.cudaFuncGetAttributes(attributes.write(), keys_[unit]) != cudaSuccess) continue;
            const int binary = attributes.read().binaryVersion, ptx = attributes.read().ptxVersion;
            int image = -1, fitting = 0;
            const auto& images = request_.units[unit].images;
            for (std::size_t i = 0; i < images.size(); ++i) {
                const int number = std::atoi(images[i].arch.c_str());
                if (number == ptx && (images[i].kind != Kind::sass || number == binary)) image = static_cast<int>(i), ++fitting;
            }
            emit(request_.id, Taken{unit, fitting == 1 ? image : -1, "ptxVersion", binary, ptx});
        }
    }).join();
}

}  // namespace launchlab
