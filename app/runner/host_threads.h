// The host threads of one run: 0 is the thread that calls, the others are made when first used. Owns strict order: work on
// any thread is over before run() returns, so a request's calls happen one after another whatever their threads.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace launchlab {

class HostThreads {
public:
    explicit HostThreads(std::function<void()> at_start) : at_start_(std::move(at_start)) {}
    ~HostThreads();
    HostThreads(const HostThreads&) = delete;
    void run(int thread, const std::function<void()>& work);

private:
    struct Worker {
        std::mutex mutex;
        std::condition_variable changed;
        const std::function<void()>* work = nullptr;
        bool over = false;
        std::thread thread;
    };
    std::function<void()> at_start_;  // first thing on each made thread: a card is chosen per thread
    std::map<int, std::unique_ptr<Worker>> workers_;
};

}  // namespace launchlab
