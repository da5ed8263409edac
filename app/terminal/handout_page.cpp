// The page's look and behaviour. The script only shows, hides and compares with the data that the page brings; without it
// everything is open, and so it is on paper.
#include "terminal/handout.h"

namespace launchlab {

const char* const handout_style = R"css(
:root { color-scheme: light dark; --paper: #EEF1F5; --panel: #FFFFFF; --text: #0A0F17; --quiet: #2C3645; --line: #C6CEDA; --control: #5F6B7D; --accent: #0A4794; --error: #8A2800; --ok: #005642; --amber: #5F4000; }
@media (prefers-color-scheme: dark) { :root { --paper: #0B0E14; --panel: #121721; --text: #F3F6FA; --quiet: #C2CCD9; --line: #273040; --control: #6B7A91; --accent: #72B6FF; --error: #FF9463; --ok: #45D6B0; --amber: #F4C552; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--text); font: 1.06rem/1.6 system-ui, sans-serif; }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0.2rem 0 0.6rem; }
h2 { font-size: 1.3rem; margin: 0 0 0.6rem; }
h3 { font-size: 1.08rem; margin: 1.2rem 0 0.3rem; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; padding: 1.1rem 1.2rem; margin: 1.1rem 0; }
.kicker, .origin, footer, caption { color: var(--quiet); }
.kicker { margin: 0; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.7rem 0.9rem; overflow-x: auto; margin: 0.3rem 0; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.94em; }
fieldset { border: 1px solid var(--control); border-radius: 0.5rem; margin: 0 0 0.9rem; padding: 0.5rem 0.9rem 0.7rem; }
legend { font-weight: 600; padding: 0 0.3rem; }
.reasons { margin: 0.5rem 0 0; }
.choice { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.25rem 0; }
.choice label { cursor: pointer; flex: 1; }
button { font: inherit; font-weight: 600; padding: 0.55rem 1.1rem; border-radius: 0.5rem; border: 2px solid var(--accent); background: var(--accent); color: var(--panel); cursor: pointer; }
button[type="button"] { background: transparent; color: var(--accent); }
button[aria-disabled="true"], button:disabled { background: transparent; border-color: var(--control); color: var(--quiet); cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.1rem; }
caption { text-align: left; padding-bottom: 0.4rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.5rem; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
thead th { font-weight: 600; }
td.code { color: var(--error); font-weight: 600; }
tr.gpu td { color: var(--quiet); padding-left: 1.6rem; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; font-weight: 600; color: var(--accent); padding: 0.2rem 0; }
textarea { width: 100%; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--control); border-radius: 0.4rem; padding: 0.5rem; }
.same { color: var(--ok); font-weight: 600; }
.differs { color: var(--amber); font-weight: 600; }
.played .locked { display: none; }
.played .reasons { display: none; }
.played .reasons.open { display: block; }
@media print {
  :root { color-scheme: light; --paper: #fff; --panel: #fff; --text: #000; --quiet: #333; --line: #888; --control: #555; --accent: #000; --error: #8A2800; --ok: #005642; --amber: #5F4000; }
  body { background: #fff; color: #000; font-size: 10.5pt; }
  section { border: none; padding: 0; background: none; }
  .played .locked, .played .reasons { display: block; }
  .buttons, #open { display: none; }
  #results { break-before: page; }
  pre, table, fieldset, details { break-inside: avoid; }
  pre { white-space: pre-wrap; }
}
)css";

const char* const handout_script = R"js(
"use strict";
(function () {
  var step = JSON.parse(document.getElementById("step-data").textContent);
  var by = function (id) { return document.getElementById(id); };
  var skipped = false, played = false;
  document.documentElement.classList.add("played");

  function picked(name) {
    var one = document.querySelector('input[name="' + name + '"]:checked');
    return one ? Number(one.value) : -1;
  }
  function reasons(ask, choice) { return by("ask-" + ask + "-why-" + choice); }
  function answer(ask) {
    var choice = picked("ask-" + ask + "-choice");
    var list = choice < 0 ? null : reasons(ask, choice);
    return { choice: choice, because: list ? picked("ask-" + ask + "-why-" + choice + "-choice") : 0, asksWhy: list !== null };
  }
  function stillOpen() {
    var open = [];
    step.asks.forEach(function (ask, i) {
      var given = answer(i), verb = ask.value ? " reads" : " returns";
      if (given.choice < 0) open.push("what " + ask.row + verb);
      else if (given.asksWhy && given.because < 0) open.push("why " + ask.row + verb + " " + ask.choices[given.choice].answer);
    });
    if (step.asks.length && picked("sure-choice") < 0) open.push("how sure you are");
    return open;
  }
  function refresh() {
    step.asks.forEach(function (ask, i) {
      ask.choices.forEach(function (choice, j) {
        var list = reasons(i, j);
        if (list) list.classList.toggle("open", picked("ask-" + i + "-choice") === j);
      });
    });
    if (!by("open") || played) return;
    var open = stillOpen();
    by("open").textContent = open.length ? "Still open: " + open.join("; ") + "." : "All answered.";
    by("run").setAttribute("aria-disabled", open.length ? "true" : "false");
  }
  function show(section, heading) {
    by(section).classList.remove("locked");
    by(heading).focus();
    by(heading).scrollIntoView();
  }
  function play() {
    played = true;
    document.querySelectorAll("#predict input, #predict button").forEach(function (one) { one.disabled = true; });
    by("open").textContent = skipped ? "Skipped, and kept as skipped." : "Your predictions are kept below.";
    show("results", "h-results");
    if (!by("observe")) tell();
  }
  function line(text, className) {
    var out = document.createElement("p");
    out.textContent = text;
    if (className) out.className = className;
    return out;
  }
  function tell() {
    var into = by("replies"), said = [], same = 0, told = 0, rows = [];
    step.asks.forEach(function (ask, i) {
      var given = answer(i);
      if (skipped || given.choice < 0 || !ask.measured) return;
      told += 1;
      var choice = ask.choices[given.choice], hit = choice.answer === ask.measured, verb = ask.value ? "reads " : "returned ";
      same += hit ? 1 : 0;
      rows.push(line("Run " + ask.run + ", " + ask.row + ": you said " + choice.answer + (hit ? ", and it " + verb + "that." : "; it " + verb + ask.measured + "."), hit ? "same" : "differs"));
      var words = step.texts[choice.replies[given.because][picked("sure-choice")]];
      if (!words || said.indexOf(words) >= 0) return;
      said.push(words);
      var reply = document.createElement("p");
      reply.innerHTML = words;
      rows.push(reply);
    });
    if (told) into.appendChild(line("Your predictions: " + same + " of " + told + " as shown.", ""));
    rows.forEach(function (row) { into.appendChild(row); });
    show("why", "h-why");
  }
  document.addEventListener("change", refresh);
  if (by("predict")) {
    by("predict").addEventListener("submit", function (event) {
      event.preventDefault();
      if (!played && !stillOpen().length) play();
    });
    by("skip").addEventListener("click", function () { skipped = true; play(); });
  } else show("results", "h-results");
  if (by("observe")) by("observe").addEventListener("submit", function (event) {
    event.preventDefault();
    var saw = picked("saw-choice");
    if (saw < 0 || !by("why").classList.contains("locked")) return;
    document.querySelectorAll("#observe input, #observe button").forEach(function (one) { one.disabled = true; });
    by("saw-reply").textContent = saw === step.observe.right ? "You saw it as the run shows it." : "The run shows: " + step.observe.text.replace(/\.$/, "") + ". Look at that row once more.";
    tell();
  });
  window.addEventListener("beforeprint", function () { document.querySelectorAll("details").forEach(function (one) { one.open = true; }); });
  refresh();
})();
)js";

}  // namespace launchlab
