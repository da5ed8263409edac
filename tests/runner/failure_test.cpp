#include <set>

#include "runner_process.h"

using namespace launchlab;
using std::string;

namespace {

const string stage = "echo '{\"v\":1,\"id\":7,\"event\":\"stage\",\"stage\":\"compile\"}'\n";
const string call =
    R"(echo '{"v":1,"id":7,"event":"call","index":0,"call":"cudaMalloc","code":0,"name":"cudaSuccess","text":"no error","slot_before":0,"slot":0,"start_us":1,"us":1}'
)";
const string done = "echo '{\"v\":1,\"id\":7,\"event\":\"done\",\"how\":\"finished\"}'\n";
const string ready =
    "read -r line\necho '{\"v\":1,\"id\":0,\"event\":\"spare\",\"state\":\"ready\"}'\nread -r line\nprintf '\\036begin\\n' >&2\n";

std::vector<Event> play(RunnerProcess& runner, Request request = make_request(7, {{Kind::sass, "90"}}, true)) {
    runner.hello();
    return runner.run(request);
}
bool is_spare(const Event& e, const string& state) {
    const auto* spare = std::get_if<Spare>(&e.body);
    return spare && spare->state == state;
}

}  // namespace

TEST_CASE("a child that dies by a signal at any event gives one last row that names the signal") {
    for (const auto& [number, name] : std::map<string, string>{{"11", "SIGSEGV"}, {"6", "SIGABRT"}, {"9", "SIGKILL"}, {"7", "SIGBUS"}}) {
        for (const string& before : {string(), stage, stage + call}) {
            INFO(name << " after: " << before);
            StandIn child(before + "kill -" + number + " $$\n");
            RunnerProcess runner(child.environment);
            const auto events = play(runner);
            const Ended last = ended(events);
            CHECK(last.how == "signal");
            CHECK(last.signal == std::stoi(number));
            CHECK_THAT(last.text, contains(name));
            if (number != "9") CHECK((last.text.rfind("NVRTC itself crashed", 0) == 0) == !before.empty());
            CHECK(all<Call>(events).size() == (before == stage + call ? 1 : 0));
        }
    }
}

TEST_CASE("a child that leaves without a word is told by its exit code, or as lost") {
    StandIn leaves(stage + "exit 3\n");
    RunnerProcess first(leaves.environment);
    const Ended exit = ended(play(first));
    CHECK(exit.how == "exit");
    CHECK(exit.exit == 3);

    StandIn silent(stage);
    RunnerProcess second(silent.environment);
    CHECK(ended(play(second)).how == "lost");
}

TEST_CASE("a child that closes its output and stays is stopped and told as lost") {
    StandIn child(stage + "exec 1>&-\nexec sleep 100\n");
    RunnerProcess runner(child.environment);
    CHECK(ended(play(runner)).how == "lost");
    runner.close_input();
    CHECK(runner.wait() == 0);
    CHECK(child.living() == 0);
}

TEST_CASE("garbage on a child's output is shown as output and stops nothing") {
    StandIn child("echo 'this is no event'\nprintf '\\377\\376\\n'\necho '{\"v\":1,\"id\":8,\"event\":\"stage\",\"stage\":\"other\"}'\n" +
                  stage + call + done);
    RunnerProcess runner(child.environment);
    const auto events = play(runner);
    CHECK(ended(events).how == "finished");
    const auto logs = all<Log>(events);
    REQUIRE(logs.size() == 3);
    CHECK(logs[0] == Log{"output", "this is no event", -1});
    CHECK(all<Stage>(events).size() == 1);
}

TEST_CASE("a run that does not end is stopped at its limit, even when it ignores TERM") {
    for (const string& trap : {string(), string("trap '' TERM\n")}) {
        StandIn child(stage + trap + "while :; do sleep 0.05; done\n");
        RunnerProcess runner(child.environment);
        Request request = make_request(7, {{Kind::sass, "90"}}, true);
        request.limit_ms = 200;
        const Ended last = ended(play(runner, request));
        CHECK(last.how == "limit");
        CHECK_THAT(last.text, contains("200 ms") && contains("still compiling"));
        CHECK(child.living() == 0);
    }
}

TEST_CASE("a run that the limit ends while it waits for the card names the kernel, not the compiler") {
    StandIn child(stage + "echo '{\"v\":1,\"id\":7,\"event\":\"stage\",\"stage\":\"wait\"}'\n" + call + "exec sleep 100\n");
    RunnerProcess runner(child.environment);
    Request request = make_request(7, {{Kind::sass, "90"}}, true);
    request.limit_ms = 500;
    const auto events = play(runner, request);
    CHECK_THAT(ended(events).text, contains("in the kernel"));
    CHECK(all<Call>(events).size() == 1);
}

TEST_CASE("a cancelled run says so once, its child goes, and the next run follows") {
    StandIn child("case $line in *'\"id\":7'*) " + stage +
                  " exec sleep 100;; esac\necho '{\"v\":1,\"id\":8,\"event\":\"done\",\"how\":\"finished\"}'\n");
    RunnerProcess runner(child.environment);
    runner.hello();
    runner.send(Command(make_request(7, {{Kind::sass, "90"}})));
    runner.send(Command(make_request(8, {{Kind::sass, "90"}})));
    runner.send(Command(make_request(9, {{Kind::sass, "90"}})));
    runner.until([](const Event& e) { return std::holds_alternative<Stage>(e.body); });
    runner.send(Command(Cancel{9}));
    const auto queued = runner.until_done(9);
    CHECK(ended(queued).how == "cancelled");
    runner.send(Command(Cancel{7}));
    CHECK(ended(runner.until_done(7)).how == "cancelled");
    CHECK(ended(runner.until_done(8)).how == "finished");
    runner.send(Command(Cancel{7}));  // long over: no second row
    runner.close_input();
    CHECK(runner.until([](const Event&) { return false; }).empty());
    CHECK(child.living() == 0);
}

TEST_CASE("a flood on stderr is cut at 1 MB, counted, and holds nobody up") {
    StandIn child(stage + "head -c 5000000 /dev/zero | tr '\\0' 'x' | fold -w 1000 >&2\n" + call + done);
    RunnerProcess runner(child.environment);
    const auto events = play(runner);
    CHECK(ended(events).how == "finished");
    std::size_t bytes = 0;
    for (const auto& log : all<Log>(events))
        if (log.from == "output") bytes += log.text.size();
    CHECK(bytes > 900000);
    CHECK(bytes <= 1048576);
    const Log last = all<Log>(events).back();
    CHECK(last.from == "runner");
    CHECK_THAT(last.text, contains("bytes left out"));
    CHECK(all<Call>(events).size() == 1);
}

TEST_CASE("what is printed belongs to the call under way, and the driver's lines are told apart") {
    StandIn child(
        "printf 'before\\n\\0360\\n[14:02:31.123][77][CUDA][E] no device code\\nfrom a kernel\\n\\0361\\npart' >&2\nprintf '\\036end\\n' "
        ">&2\n" +
        call + done);
    RunnerProcess runner(child.environment);
    const auto logs = all<Log>(play(runner));
    REQUIRE(logs.size() == 4);
    CHECK(logs[0] == Log{"output", "before", -1});
    CHECK(logs[1] == Log{"driver", "[14:02:31.123][77][CUDA][E] no device code", 0});
    CHECK(logs[2] == Log{"output", "from a kernel", 0});
    CHECK(logs[3] == Log{"output", "part", 1});
}

TEST_CASE("closing the input ends every child, also one that ignores TERM") {
    StandIn child(stage + "trap '' TERM\nwhile :; do sleep 0.05; done\n", "trap '' TERM\nwhile :; do sleep 0.05; done\n");
    RunnerProcess runner(child.environment);
    runner.hello();
    runner.send(Command(Warm{"13.0", 0}));
    runner.send(Command(make_request(7, {{Kind::sass, "90"}}, true)));
    runner.until([](const Event& e) { return std::holds_alternative<Stage>(e.body); });
    runner.close_input();
    CHECK(runner.wait() == 0);
    CHECK(child.living() == 0);
}

TEST_CASE("TERM to the runner ends its children too") {
    StandIn child(stage + "exec sleep 100\n");
    RunnerProcess runner(child.environment);
    runner.hello();
    runner.send(Command(make_request(7, {{Kind::sass, "90"}}, true)));
    runner.until([](const Event& e) { return std::holds_alternative<Stage>(e.body); });
    runner.signal(SIGTERM);
    CHECK(runner.wait() == 0);
    CHECK(child.living() == 0);
}

TEST_CASE("a first child that crashes, says nothing or hangs still gives a hello that tells") {
    for (const string& hello : {string("kill -11 $$"), string("exit 0"), string("exec sleep 100")}) {
        StandIn child(done, "exit 0", hello);
        RunnerProcess runner(child.environment);
        const Hello seen = runner.hello();
        INFO(hello);
        CHECK(seen.gpus.empty());
        REQUIRE(seen.missing.size() == 1);
        CHECK(seen.runner == LAUNCHLAB_VERSION);
        CHECK(ended(runner.run(make_request(7, {{Kind::sass, "90"}}))).how == "finished");
    }
}

TEST_CASE("a child that cannot be started is a last row, not a wait") {
    const Environment nothing = {{"LAUNCHLAB_RUNNER_CHILD", "/nonexistent/child"}};
    RunnerProcess runner(nothing);
    CHECK(runner.hello().missing.size() == 1);
    CHECK(ended(runner.run(make_request(7, {{Kind::sass, "90"}}))).how == "lost");
}

TEST_CASE("lines that are no request are refused in words, and the next request runs") {
    StandIn child(done);
    RunnerProcess runner(child.environment);
    runner.hello();
    const auto refused = [&](const string& line) {
        runner.send(line);
        const auto events = runner.until([](const Event& e) { return std::holds_alternative<Ended>(e.body); });
        CHECK(ended(events).how == "refused");
        return std::pair(events.back().id, ended(events).text);
    };
    CHECK(refused("garbage").first == 0);
    CHECK(refused("{\"v\":2,\"id\":41}").first == 41);
    CHECK_THAT(refused("{\"v\":2,\"id\":41}").second, contains("protocol 2"));
    CHECK(refused("{\"v\":1,\"id\":42,\"colour\":\"red\"}").first == 42);
    CHECK_THAT(refused("{\"id\":43,\"source\":\"" + string(9u << 20, 'x') + "\"}").second, contains("8 MB"));
    CHECK(refused("\xff\xfe\x01").first == 0);
    CHECK_FALSE(refused("{\"v\":" + string(100000, '[') + string(100000, ']') + "}").second.empty());
    CHECK(ended(runner.run(make_request(7, {{Kind::sass, "90"}}))).how == "finished");
}

TEST_CASE("a request that could reach outside its own process is refused") {
    StandIn child(done);
    RunnerProcess runner(child.environment);
    runner.hello();
    const auto refusal = [&](const std::function<void(Request&)>& change) {
        Request request = make_request(7, {{Kind::sass, "90"}}, true);
        change(request);
        const Ended last = ended(runner.run(request));
        CHECK(last.how == "refused");
        return last.text;
    };
    CHECK_THAT(refusal([](Request& r) { r.env["LD_PRELOAD"] = "/tmp/x.so"; }), contains("LD_PRELOAD"));
    CHECK_THAT(refusal([](Request& r) { r.env["CUDA_INJECTION64_PATH"] = "/tmp/x.so"; }), contains("CUDA_INJECTION64_PATH"));
    CHECK_THAT(refusal([](Request& r) { r.env["CUDA_LOG_FILE"] = "/tmp/x"; }), contains("CUDA_LOG_FILE"));
    CHECK_THAT(refusal([](Request& r) { r.calls[2].args = {"nowhere"}; }), contains("nowhere"));
    CHECK_THAT(refusal([](Request& r) { r.calls[4].buffer = "other"; }), contains("other"));
    CHECK_THAT(refusal([](Request& r) { r.calls[4].bytes = std::uint64_t{1} << 40; }), contains("1 GiB"));
    CHECK_THAT(refusal([](Request& r) { r.door = "library"; }), contains("not built yet"));
}

TEST_CASE("a ready spare takes the run that fits it, and another is warmed after") {
    StandIn child(done, ready + call + "echo '{\"v\":1,\"id\":7,\"event\":\"done\",\"how\":\"finished\",\"warm\":true}'\n");
    RunnerProcess runner(child.environment);
    runner.hello();
    runner.send(Command(Warm{"13.0", 0}));
    runner.until([](const Event& e) { return is_spare(e, "ready"); });
    const Request plain = make_request(7, {{Kind::sass, "90"}}, true);
    Request other_env = plain, other_toolkit = plain, other_gpu = plain;
    other_env.env["CUDA_LAUNCH_BLOCKING"] = "1";
    other_toolkit.toolkit = "12.2";
    other_gpu.gpu = 1;
    for (const Request& cold : {other_env, other_toolkit, other_gpu}) CHECK_FALSE(ended(runner.run(cold)).warm);
    CHECK(ended(runner.run(plain)).warm);
    runner.until([](const Event& e) { return is_spare(e, "ready"); });
    CHECK(ended(runner.run(plain)).warm);
}

TEST_CASE("a warm run whose first call fails unexpectedly is repeated cold before anything is shown") {
    const string lost =
        R"(echo '{"v":1,"id":7,"event":"call","index":0,"call":"cudaMalloc","code":999,"name":"cudaErrorUnknown","text":"unknown error","slot_before":0,"slot":999,"start_us":1,"us":1}'
)";
    for (const string& fault : {lost, string("kill -11 $$\n"), string("exit 0\n")}) {
        StandIn child(stage + call + done, ready + stage + "echo warm-words >&2\n" + fault + "exec sleep 100\n");
        RunnerProcess runner(child.environment);
        runner.hello();
        runner.send(Command(Warm{"13.0", 0}));
        runner.until([](const Event& e) { return is_spare(e, "ready"); });
        const auto events = runner.run(make_request(7, {{Kind::sass, "90"}}, true));
        INFO(fault);
        CHECK(all<Stage>(events).size() == 1);
        CHECK(all<Log>(events).empty());
        REQUIRE(all<Call>(events).size() == 1);
        CHECK(all<Call>(events)[0].code == 0);
        CHECK_FALSE(ended(events).warm);
    }
}

TEST_CASE("a refused launch as first call of a warm run is the lesson and is shown") {
    const string launch =
        R"(echo '{"v":1,"id":7,"event":"call","index":0,"call":"launch","code":209,"name":"cudaErrorNoKernelImageForDevice","text":"no kernel image","slot_before":0,"slot":209,"start_us":1,"us":1}'
)";
    StandIn child("exit 1", ready + launch + "echo '{\"v\":1,\"id\":7,\"event\":\"done\",\"how\":\"finished\",\"warm\":true}'\n");
    RunnerProcess runner(child.environment);
    runner.hello();
    runner.send(Command(Warm{"13.0", 0}));
    runner.until([](const Event& e) { return is_spare(e, "ready"); });
    Request request = make_request(7, {{Kind::sass, "100"}}, true);
    request.calls = {request.calls[2]};
    request.calls[0].args.clear();
    const auto events = runner.run(request);
    CHECK(ended(events).warm);
    REQUIRE(all<Call>(events).size() == 1);
    CHECK(all<Call>(events)[0].code == 209);
}

TEST_CASE("a spare that cannot warm up says why once, and runs go cold") {
    StandIn child(done,
                  "read -r line\necho '{\"v\":1,\"id\":0,\"event\":\"spare\",\"state\":\"none\",\"text\":\"got 0 instead of 209\"}'\n");
    RunnerProcess runner(child.environment);
    runner.hello();
    runner.send(Command(Warm{"13.0", 0}));
    const auto events = runner.until([](const Event& e) { return is_spare(e, "none"); });
    CHECK(all<Spare>(events).back().text == "got 0 instead of 209");
    for (int i = 0; i < 2; ++i) {
        const auto run = runner.run(make_request(7, {{Kind::sass, "90"}}, true));
        CHECK_FALSE(ended(run).warm);
        CHECK(all<Spare>(run).empty());
    }
}

TEST_CASE("a child sees the run's variables and none of the shell's own CUDA variables but the card's") {
    StandIn child("env | grep -E '^(CUDA|NVRTC)_' | sort >&2\nprintf '\\036end\\n' >&2\n" + done);
    child.environment["CUDA_LAUNCH_BLOCKING"] = "1";
    child.environment["CUDA_CACHE_PATH"] = "/nowhere";
    child.environment["NVRTC_DISABLE_CONCURRENT_NVVM"] = "1";
    child.environment["CUDA_VISIBLE_DEVICES"] = "0";
    child.environment["CUDA_HOME"] = "/opt/cuda";
    RunnerProcess runner(child.environment);
    Request request = make_request(7, {{Kind::sass, "90"}}, true);
    request.env["CUDA_FORCE_PTX_JIT"] = "1";
    std::set<string> seen;
    for (const auto& log : all<Log>(play(runner, request))) seen.insert(log.text);
    CHECK(seen == std::set<string>{"CUDA_CACHE_DISABLE=1", "CUDA_FORCE_PTX_JIT=1", "CUDA_HOME=/opt/cuda", "CUDA_LOG_FILE=stderr",
                                   "CUDA_MODULE_LOADING=LAZY", "CUDA_VISIBLE_DEVICES=0"});
}
