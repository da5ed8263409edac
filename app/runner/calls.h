// Makes a request's calls in their order and tells what each returned. Owns the buffers, the last-error slot before and after,
// the values that came back and which image ran; leaves compiling and registering to runner/child. Invariant: a CUDA code is
// passed on as it is and never stops the calls that follow; that is what an unchecked program does.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/protocol.h"
#include "runner/host_threads.h"
#include "runner/libraries.h"

namespace launchlab {

class Calls {
public:
    // `keys`: the launch address of each unit. `begin_us`: the run's zero on now_us().
    Calls(const Cudart& cudart, const Request& request, std::vector<const void*> keys, std::int64_t begin_us);
    void make_all();

private:
    struct Buffer {
        void* device = nullptr;
        std::uint64_t bytes = 0;
    };
    struct Launched {
        int unit = 0;
        int code = 0;
        std::vector<std::string> buffers;
    };

    void make(int index);
    int perform(const CallRequest& call);
    int launch(const CallRequest& call);
    const void* key_of(const CallRequest& call) const;  // unit -1: an address that no unit registered
    void tell_value(int index, const CallRequest& call, bool read);
    void tell_marker(const CallRequest& call, std::uint32_t word);
    void ask_the_rest();
    void stage(const char* word, const std::string& detail = "");

    const Cudart& cudart_;
    const Request& request_;
    std::vector<const void*> keys_;
    std::int64_t begin_us_;
    HostThreads threads_;
    std::map<std::string, Buffer> buffers_;
    std::vector<Launched> launched_;
    std::map<int, bool> told_;          // units whose image is known
    std::vector<std::uint32_t> host_;   // what the last cudaMemcpy brought
    int blocks_ = 0;                    // what the last occupancy query said
    bool first_ = true, lost_ = false;  // lost: a sticky code was seen
};

}  // namespace launchlab
