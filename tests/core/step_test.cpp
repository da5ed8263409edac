#include "core/step.h"

#include "catch.h"
#include "course.h"

using namespace launchlab;
using namespace launchlab::test;

namespace {

// What the runner would say of a step's config on a 9.0 card, fed through record().
Run run_of(const Step& of, char which, int launch, std::uint32_t word, const std::string& how = "finished") {
    Run run;
    const Gpu gpu = card("9.0");
    run.request = request_for(of, which, gpu);
    run.request.id = 5;
    run.origin.capability = gpu.capability;
    run.rule = judge(run.request, 0, gpu, toolkits());
    int slot = 0;
    for (int i = 0; i < static_cast<int>(run.request.calls.size()); ++i) {
        Call call{.index = i, .call = run.request.calls[i].call, .slot_before = slot};
        if (call.call == "launch") call.code = slot = launch;
        else if (call.call == "cudaPeekAtLastError") call.code = slot;
        call.slot = slot;
        record(run, Event{5, call});
        if (call.call == "cudaMemcpy") record(run, Event{5, Value{.index = i, .buffer = "out", .read = true, .words = {word, word}}});
    }
    record(run, Event{5, Ended{.how = how}});
    return run;
}
Run refused(const Step& of) { return run_of(of, 'A', 209, 0xFFFFFFFFu); }

// Answers step 2: indices into the choices 0, 209, 700 and MARK, 0xFFFFFFFF, 0.
StepState answered(const Step& of, int peek, int peek_why, int sync, int sync_why, int value, Confidence confidence) {
    StepState state = make_state(of);
    predict(state, of, 0, peek);
    give_reason(state, of, 0, peek_why);
    predict(state, of, 1, sync);
    give_reason(state, of, 1, sync_why);
    predict(state, of, 2, value);
    set_confidence(state, of, confidence);
    return state;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("run stays locked until each question and the confidence is answered, and says what is open") {
    const Step& of = step("day-06/2");
    StepState state = make_state(of);
    CHECK(state.phase == Phase::predict);
    CHECK(still_open(state, of) == Words{"what cudaPeekAtLastError returns", "what cudaDeviceSynchronize returns", "what out[0] reads", "how sure you are"});
    predict(state, of, 0, 0);
    CHECK(still_open(state, of)[0] == "why cudaPeekAtLastError returns 0");
    give_reason(state, of, 0, 0);
    predict(state, of, 1, 1);
    give_reason(state, of, 1, 0);
    CHECK(still_open(state, of) == Words{"what out[0] reads", "how sure you are"});
    CHECK_FALSE(run_unlocked(state, of));
    predict(state, of, 2, 1);
    CHECK(state.phase == Phase::predict);
    set_confidence(state, of, Confidence::fairly);
    CHECK(still_open(state, of).empty());
    CHECK(run_unlocked(state, of));
    CHECK(state.phase == Phase::run);
}

TEST_CASE("another answer before the run closes its reason again and locks the run") {
    const Step& of = step("day-06/2");
    StepState state = answered(of, 0, 0, 1, 0, 1, Confidence::guess);
    REQUIRE(state.phase == Phase::run);
    predict(state, of, 0, 0);
    CHECK(state.answers[0].because == 0);   // the same answer again changes nothing
    predict(state, of, 0, 2);
    CHECK(state.answers[0].because == -1);
    CHECK(state.phase == Phase::predict);
    CHECK(still_open(state, of) == Words{"why cudaPeekAtLastError returns 700"});
    give_reason(state, of, 0, 1);
    CHECK(state.phase == Phase::run);
}

TEST_CASE("choices, reasons and questions that do not exist are ignored") {
    const Step& of = step("day-06/2");
    StepState state = make_state(of);
    predict(state, of, 3, 0);
    predict(state, of, -1, 0);
    predict(state, of, 0, 3);
    predict(state, of, 0, -1);
    give_reason(state, of, 0, 0);
    give_reason(state, of, 9, 0);
    predict(state, of, 0, 1);
    give_reason(state, of, 0, 7);
    CHECK(state.answers[0].because == -1);
    observe(state, of, 0);
    show_explanation(state, of);
    open_transfer(state);
    CHECK(state.phase == Phase::predict);
    CHECK_FALSE(state.observed);
    CHECK_FALSE(state.explained);
    CHECK_FALSE(state.transfer_open);
}

TEST_CASE("skipping unlocks the run and is kept as skipped") {
    const Step& of = step("day-06/2");
    StepState state = make_state(of);
    predict(state, of, 1, 1);
    skip(state, of);
    CHECK(state.skipped);
    CHECK(state.phase == Phase::run);
    CHECK(run_unlocked(state, of));
    ran(state, of, refused(of));
    CHECK(state.phase == Phase::observe);
    CHECK(state.skipped);
    for (const Compared& one : compare(state, of, refused(of))) {   // what was chosen before the skip was not given as a prediction
        CHECK(one.predicted == "");
        CHECK(one.match == Match::open);
    }
    CHECK(confident_misses(state, of, refused(of)).empty());
}

TEST_CASE("who skips and then answers everything after all has predicted") {
    const Step& of = step("day-06/2");
    StepState state = make_state(of);
    skip(state, of);
    predict(state, of, 0, 1);
    give_reason(state, of, 0, 0);
    predict(state, of, 1, 0);
    give_reason(state, of, 1, 0);
    predict(state, of, 2, 1);
    CHECK(state.skipped);
    CHECK(state.phase == Phase::run);
    set_confidence(state, of, Confidence::guess);
    CHECK_FALSE(state.skipped);
    CHECK(compare(state, of, refused(of))[0].match == Match::same);
}

TEST_CASE("the run, the observation, the explanation and the transfer follow one another, each by its own act") {
    const Step& of = step("day-06/2");
    StepState state = answered(of, 0, 0, 1, 0, 1, Confidence::sure);
    ran(state, of, refused(of));
    CHECK(state.phase == Phase::observe);
    show_explanation(state, of);
    CHECK_FALSE(state.explained);   // the observation comes first
    observe(state, of, 7);
    CHECK(state.phase == Phase::observe);
    observe(state, of, 0);
    CHECK(state.phase == Phase::explain);
    CHECK(state.observed == 0);
    observe(state, of, 1);
    CHECK(state.observed == 0);
    show_explanation(state, of);
    CHECK(state.explained);
    CHECK(state.phase == Phase::transfer);
    open_transfer(state);
    CHECK(state.transfer_open);
    CHECK(state.phase == Phase::done);
}

TEST_CASE("a step without a transfer question is done when the explanation is open") {
    Step of = step("day-06/2");
    of.transfer_question.clear();
    StepState state = make_state(of);
    skip(state, of);
    ran(state, of, refused(of));
    observe(state, of, 1);
    show_explanation(state, of);
    CHECK(state.phase == Phase::done);
}

TEST_CASE("a step without a question opens the explanation after its run") {
    Step of = step("day-06/2");
    of.observe.reset();
    StepState state = make_state(of);
    skip(state, of);
    ran(state, of, refused(of));
    CHECK(state.phase == Phase::explain);
}

TEST_CASE("a run that is locked, cut short, of the other config or of other calls moves nothing") {
    const Step& of = step("day-06/2");
    StepState locked = make_state(of);
    ran(locked, of, refused(of));
    CHECK(locked.phase == Phase::predict);
    StepState state = answered(of, 1, 0, 0, 0, 1, Confidence::guess);
    for (const char* how : {"compile", "cancelled", "limit", "signal", "lost"}) ran(state, of, run_of(of, 'A', 209, 0xFFFFFFFFu, how));
    Run under_way = refused(of);
    under_way.done.reset();
    ran(state, of, under_way);
    ran(state, of, run_of(of, 'B', 0, 100900));
    Run other_calls = refused(of);
    other_calls.request.calls.pop_back();
    ran(state, of, other_calls);
    CHECK(state.phase == Phase::run);
    ran(state, of, refused(of));
    CHECK(state.phase == Phase::observe);
}

TEST_CASE("a build changed by hand is not what was predicted: it neither opens the question nor is compared") {
    const Step& of = step("day-06/2");
    StepState state = answered(of, 1, 0, 0, 0, 1, Confidence::guess);
    Run two_images = refused(of), other_kernel = refused(of);
    two_images.request.units[0].images.push_back(two_images.request.units[0].images[0]);
    other_kernel.request.units[0].source += "\n";
    CHECK(config_of(of, two_images) == 0);
    CHECK(config_of(of, other_kernel) == 'A');
    for (const Run& changed : {two_images, other_kernel}) {
        CHECK(shipped_config_of(of, changed) == 0);
        ran(state, of, changed);
        CHECK(state.phase == Phase::run);
        for (const Compared& one : compare(state, of, changed)) CHECK(one.match == Match::open);
    }
    ran(state, of, refused(of));
    CHECK(state.phase == Phase::observe);
    CHECK(compare(state, of, refused(of))[0].match == Match::same);
}

TEST_CASE("an answer once compared with a measurement is never changed") {
    const Step& of = step("day-06/2");
    StepState state = answered(of, 0, 0, 1, 0, 1, Confidence::sure);
    ran(state, of, refused(of));
    predict(state, of, 1, 0);
    give_reason(state, of, 0, 1);
    set_confidence(state, of, Confidence::guess);
    skip(state, of);
    CHECK(state.answers[1].choice == 1);
    CHECK(state.answers[0].because == 0);
    CHECK(state.confidence == Confidence::sure);
    CHECK_FALSE(state.skipped);
    CHECK(state.phase == Phase::observe);
}

TEST_CASE("hints come after the run, one by one, with the solution last") {
    const Step& of = step("day-06/2");
    StepState state = make_state(of);
    show_hint(state, of);
    CHECK(state.hints == 0);        // before the run a hint would tell the result
    skip(state, of);
    show_hint(state, of);
    CHECK(state.hints == 0);
    ran(state, of, refused(of));
    for (int i = 1; i < 7; ++i) {
        show_hint(state, of);
        CHECK(state.hints == std::min(i, 4));
    }
    CHECK(state.phase == Phase::observe);
}

TEST_CASE("the build that a step ships is its config on each card") {
    for (const Lesson& lesson : course().lessons)
        for (const Step& of : lesson.steps)
            for (const char* cc : nine_cards)
                for (char which : {'A', 'B'}) {
                    const Gpu gpu = card(cc);
                    const Config& config = which == 'B' ? of.b : of.a;
                    const auto targets = resolve_all(config.images, gpu, toolkit("13.0"));
                    if (!targets) continue;       // this card has none
                    Run run;
                    run.request = make_request(of, config, *targets, of.kernel, "13.0", 0);
                    run.origin.capability = gpu.capability;
                    run.rule = judge(run.request, 0, gpu, toolkits());
                    INFO(of.id << " " << which << " on " << cc);
                    CHECK(shipped_config_of(of, run) == which);
                }
}

TEST_CASE("a step that asks about B needs both runs, and each question has one right choice") {
    CHECK(needs_both(step("day-06/1")));
    CHECK_FALSE(needs_both(step("day-06/2")));
    for (const Ask& ask : step("day-06/2").ask) REQUIRE(right_choice(ask));
    CHECK(right_choice(step("day-06/2").ask[1])->answer == "0");
    CHECK(ask_name(step("day-06/2"), step("day-06/2").ask[2]) == "out[0]");
}

TEST_CASE("a run belongs to the config that it repeats") {
    const Step& two = step("day-06/2");
    CHECK(config_of(two, refused(two)) == 'A');
    CHECK(config_of(two, run_of(two, 'B', 0, 100900)) == 'B');
    Run other = refused(two);
    other.request.units[0].images[0].arch = "120";   // another target that does not fit is still a run of A
    other.rule = judge(other.request, 0, card("9.0"), toolkits());
    CHECK(config_of(two, other) == 'A');
    other.request.units[0].images[0].kind = Kind::ptx;
    CHECK(config_of(two, other) == 0);
    const Step& one = step("day-06/1");
    CHECK(config_of(one, run_of(one, 'A', 0, 100900)) == 'A');
    CHECK(config_of(one, run_of(one, 'B', 0, 0xFFFFFFFFu)) == 'B');
    CHECK(asked_config(one) == 'B');
    CHECK(asked_config(two) == 'A');
}

TEST_CASE("predictions stand beside what was measured, each for its own run") {
    const Step& of = step("day-06/2");
    const StepState state = answered(of, 1, 0, 1, 0, 1, Confidence::fairly);
    const auto compared = compare(state, of, refused(of));
    REQUIRE(compared.size() == 3);
    CHECK((compared[0].predicted == "209" && compared[0].measured == "209" && compared[0].match == Match::same));
    CHECK((compared[1].predicted == "209" && compared[1].measured == "0" && compared[1].match == Match::differs));
    CHECK((compared[2].predicted == "0xFFFFFFFF" && compared[2].measured == "0xFFFFFFFF" && compared[2].match == Match::same));
    for (const Compared& one : compare(state, of, run_of(of, 'B', 0, 100900))) CHECK(one.match == Match::open);
}

TEST_CASE("a value is read as marker, zero, number or not at all") {
    const Step& of = step("day-06/2");
    const Ask& value = of.ask[2];
    CHECK(measured_text(of, value, run_of(of, 'B', 0, 100900)) == "MARK");
    CHECK(measured_text(of, value, run_of(of, 'B', 0, 101000)) == "0x18A88");   // another image's marker
    CHECK(measured_text(of, value, run_of(of, 'B', 0, 0)) == "0");
    Run run = refused(of);
    CHECK(measured_text(of, of.ask[0], run) == "209");
    run.values[0].read = false;
    CHECK(measured_text(of, value, run) == "cannot be read");
    run.values.clear();
    run.calls.clear();
    CHECK(measured_text(of, value, run).empty());
    CHECK(measured_text(of, of.ask[0], run).empty());
}

TEST_CASE("what will be answered follows from the verdict and the calls") {
    const Step& of = step("day-06/2");
    Step chain = of;
    chain.a.calls = {{.call = "cudaMalloc", .buffer = "out", .bytes = 8}, {.call = "cudaMemset", .buffer = "out", .bytes = 8, .value = 1},
                     {.call = "launch", .grid = {1}, .block = {1}, .args = {"out"}}, {.call = "cudaDeviceSynchronize"},
                     {.call = "cudaPeekAtLastError"}, {.call = "cudaGetLastError"}, {.call = "cudaGetLastError"},
                     {.call = "cudaPeekAtLastError", .thread = 1}, {.call = "cudaMemcpy", .buffer = "out", .bytes = 8}};
    auto answers = [&](int code) {
        Words out;
        const Verdict verdict{.code = code};
        for (int i = 2; i < 9; ++i) out.push_back(expected_text(chain, Ask{.run = 'A', .call = i, .value = i == 8}, verdict));
        return out;
    };
    CHECK(answers(209) == Words{"209", "0", "209", "209", "0", "0", "0x1010101"});
    CHECK(answers(0) == Words{"0", "0", "0", "0", "0", "0", "MARK"});
    CHECK(expected_text(chain, Ask{.run = 'A', .call = 99}, {}).empty());
}

TEST_CASE("replies go by answer and confidence") {
    const Step& of = step("day-06/2");
    const Run run = refused(of);
    auto replies = [&](const StepState& state) {
        Words out;
        for (const Compared& compared : compare(state, of, run)) out.push_back(reply(state, of, course(), compared));
        return out;
    };
    const Words sure_right = replies(answered(of, 1, 0, 0, 0, 1, Confidence::sure));
    CHECK(sure_right == Words{"cudaPeekAtLastError returned 209, as you said.", "cudaDeviceSynchronize returned 0, as you said.", "out[0] reads 0xFFFFFFFF, as you said."});
    const Words unsure_right = replies(answered(of, 1, 0, 0, 0, 1, Confidence::fairly));
    CHECK(unsure_right[1] ==
          "This file holds machine code for {a.target}; this card is {cc}. The driver found nothing it can load, so the launch was refused on the spot with 209.");
    for (Confidence confidence : {Confidence::guess, Confidence::sure}) {
        const Words wrong = replies(answered(of, 0, 1, 1, 0, 2, confidence));
        CHECK(wrong[0] == course().misconceptions.at("M20").reply);
        CHECK(wrong[1] == course().misconceptions.at("M01").reply);
        CHECK(wrong[2] == course().misconceptions.at("M16").reply);
    }
    const Words wrong_reason = replies(answered(of, 1, 1, 0, 1, 1, Confidence::sure));
    CHECK(wrong_reason[0] == course().misconceptions.at("M07").reply);
    CHECK(wrong_reason[1] == course().misconceptions.at("M04").reply);
    CHECK(replies(make_state(of)) == Words{"", "", ""});
}

TEST_CASE("a measurement that differs from the rule is told as it was measured") {
    const Step& of = step("day-06/2");
    const StepState state = answered(of, 1, 0, 0, 0, 1, Confidence::sure);
    const Run surprise = run_of(of, 'A', 300, 0xFFFFFFFFu);
    CHECK(reply(state, of, course(), compare(state, of, surprise)[0]) == "cudaPeekAtLastError returned 300, not 209. Look at that row once more.");
}

TEST_CASE("only sure answers that missed, or were right for a wrong reason, come back") {
    const Step& of = step("day-06/2");
    const Run run = refused(of);
    CHECK(confident_misses(answered(of, 0, 0, 1, 0, 1, Confidence::sure), of, run) == std::vector<int>{0, 1});
    CHECK(confident_misses(answered(of, 0, 0, 1, 0, 1, Confidence::fairly), of, run).empty());
    CHECK(confident_misses(answered(of, 1, 0, 0, 1, 1, Confidence::sure), of, run) == std::vector<int>{1});
    CHECK(confident_misses(answered(of, 1, 0, 0, 0, 1, Confidence::sure), of, run).empty());
}
