"use strict";

const REGIONS = { "remainder": "remainder", "doorway": "doorway", "waiting room": "waiting", "CS": "critical", "exit": "exit" };
const at = (id) => document.getElementById(id);

/** The lock; all moves, with those that were undone; how many of them are made; the view after them. */
let lock = null, acts = [], made = 0, view = null;
/** Questions to the server, one after the other. */
let queue = Promise.resolve();
let playing = null;

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Asks for the view after `count` of `moves`, and shows it. */
async function show(moves, count) {
  const body = JSON.stringify({ acts: moves.join("."), at: count });
  let answer;
  try {
    answer = await fetch("/walk", { method: "POST", body });
  } catch {
    return complain("The server does not answer. Is cargo doorway explore still running?");
  }
  if (!answer.ok) return complain(await answer.text());
  complain("");
  view = await answer.json();
  [acts, made] = [moves, count];
  history.replaceState(null, "", moves.length ? `#at=${count}&acts=${moves.join(".")}` : location.pathname);
  render();
  return true;
}

function complain(message) {
  if (message) stop();
  at("error").hidden = !message;
  at("error").textContent = message;
  return false;
}

const later = (task) => (queue = queue.then(task, task));
const go = (count) => later(() => count >= 0 && count <= acts.length && show(acts, count));
const back = () => later(() => made > 0 && show(acts, made - 1));
const on = () => later(() => made < acts.length && show(acts, made + 1));
const reset = () => later(() => show([], 0));
const load = () => later(() => show(lock.violation.acts, 0));

/** Makes a move. Undone moves are kept if this is the first of them. */
function act(code) {
  if (made >= lock.most) return complain(`A walk ends after ${lock.most} moves.`);
  return acts[made] === code ? show(acts, made + 1) : show([...acts.slice(0, made), code], made + 1);
}

const steps = (process) => view.choices.filter((choice) => choice.kind === "step" && choice.process === process);

/** Process p makes its step. If its load is in flux, the focus goes to the values that it can return. */
function step(process) {
  const found = steps(process);
  if (found.length === 1) return act(found[0].code);
  document.querySelector(`[data-key="${found[0]?.code}"]`)?.focus();
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

function randomly() {
  const ends = view.choices.filter((choice) => choice.kind !== "step");
  const able = [...new Set(view.choices.filter((choice) => choice.kind === "step").map((choice) => choice.process))];
  if (ends.length && (Math.random() < 0.03 || !able.length)) return act(pick(ends).code);
  return able.length ? act(pick(steps(pick(able))).code) : false;
}

function stop() {
  clearInterval(playing);
  playing = null;
  at("play").setAttribute("aria-pressed", "false");
  at("play").textContent = "Play";
}

/** Plays the undone moves, then random steps. */
function play() {
  if (playing) return stop();
  at("play").setAttribute("aria-pressed", "true");
  at("play").textContent = "Pause";
  playing = setInterval(() => later(async () => {
    if (!playing) return;
    const moved = made < acts.length ? await show(acts, made + 1) : await randomly();
    if (!moved || view.faults.length) stop();
  }), 450);
}

/** Outlines the register that a move will access. */
function outline(register, lit) {
  if (!register) return;
  const { array, writer, home, copy } = register;
  at(`register-${array}-${writer}-${home}-${copy}`)?.classList.toggle("target", lit);
}

/** A button that makes a move. */
function mover(choice, attributes, ...children) {
  const { register } = choice;
  return make("button", {
    "data-key": choice.code, ...attributes, onclick: () => { stop(); later(() => act(choice.code)); },
    onmouseenter: () => outline(register, true), onmouseleave: () => outline(register, false),
    onfocus: () => outline(register, true), onblur: () => outline(register, false),
  }, ...children);
}

function stepper(number, process) {
  const found = steps(number);
  if (!found.length) return [make("p", {}, `p${number} ${process.rests || "cannot go on"}`)];
  const { line, says, mutation } = found[0];
  const words = `p${number} line ${line} ${says}${mutation ? `; ${mutation}` : ""}`;
  if (found[0].value == null) return [mover(found[0], { class: "step" }, words, make("kbd", {}, String(number)))];
  const values = found.map((choice) => mover(choice, { "aria-label": `${words}, and gets ${choice.value}` }, choice.value));
  return [make("p", {}, `${words}, and gets`), make("div", { class: "values", role: "group", "aria-label": words }, ...values)];
}

function card(process, index) {
  const number = index + 1;
  const region = REGIONS[process.region];
  const ends = view.choices.filter((choice) => choice.process === number && choice.kind !== "step");
  const passages = process.begun ? ` · passage ${process.begun[0]} of ${process.begun[1]}` : "";
  const track = Object.values(REGIONS).map((name) => make("i", { class: name === region ? `${name} here` : "" }));
  const variables = process.private.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value ?? "–")));
  return make("article", { class: "process", "aria-label": `p${number}` },
    make("h3", {}, make("span", { class: `chip ${region}` }, `p${number}`), process.region,
      make("span", {}, `line ${process.line}${passages}`)),
    make("div", { class: "track", "aria-hidden": "true" }, ...track),
    make("dl", {}, ...variables),
    ...stepper(number, process),
    ends.length ? make("div", { class: "ends" }, ...ends.map((choice) => mover(choice, {}, `p${number} ${choice.says}`))) : null);
}

function cell(array, copies, writer, home) {
  const spans = copies.map((register, copy) => make("span", {
    id: `register-${array.name}-${writer}-${home}-${copy}`,
    class: [register.flux && "flux", register.changed && "changed"].filter(Boolean).join(" "),
    title: `${array.name}[${writer + 1}]${array.square ? `[${home + 1}]` : ""}${array.copies > 1 ? `[${copy + 1}]` : ""}${register.flux ? ", being written" : ""}`,
  }, register.flux ? `≈${register.value}` : register.value));
  return make("td", {}, ...spans);
}

const COPIES = { Ticket: " in two places", entered: " 0: first place, 1: second" };

function registers(array) {
  const numbers = array.cells.map((_, index) => make("th", { scope: "col" }, String(index + 1)));
  const rows = array.square
    ? array.cells.map((row, writer) => make("tr", {}, make("th", { scope: "row" }, String(writer + 1)),
      ...row.map((copies, home) => cell(array, copies, writer, home))))
    : [make("tr", {}, ...array.cells.map(([copies], writer) => cell(array, copies, writer, writer)))];
  const about = array.name === "entered" || (array.name === "Ticket" && array.copies > 1)
    ? COPIES[array.name] : array.copies > 1 ? " copies [1] [2]" : "";
  return make("table", { class: array.copies > 1 ? "two" : "one" },
    make("caption", {}, `${array.name}${array.square ? "[writer][reader]" : "[p]"}`, make("small", {}, about)),
    make("thead", {}, make("tr", {}, array.square ? make("td", { style: "border:0;background:none" }) : null, ...numbers)),
    make("tbody", {}, ...rows));
}

function figureLine(line) {
  const here = view.processes.map((process, index) => [process, index + 1]).filter(([process]) => process.line === line.number);
  const chips = here.map(([process, number]) => make("span", { class: `chip ${REGIONS[process.region]}` }, `p${number}`));
  const text = make("span", { style: `padding-left:${line.indent * 1.1 + 1}em;text-indent:-1em` },
    make(line.mutation ? "del" : "span", {}, line.text));
  if (line.changed) text.append(make("span", { class: "repaired" }, "  (repaired)"));
  if (line.mutation) text.append(make("span", { class: "mutation" }, `  (${line.mutation})`));
  return make("li", { class: here.length ? "here" : "" }, make("span", { class: "at" }, ...chips),
    make("span", { class: "number" }, line.number), text);
}

function entry(move, index) {
  const count = index + 1;
  const state = [count === made && "now", count > made && "future", move?.faulty && "faulty", move?.mutation && "mutated"];
  return make("li", {}, make("button", {
    class: state.filter(Boolean).join(" "), "data-key": `history-${count}`, "aria-current": count === made ? "step" : null,
    onclick: () => { stop(); go(count); },
  }, make("span", { class: "number" }, String(count)), make("span", { class: "told" }, move ? move.told : "the beginning")));
}

function render() {
  const key = document.activeElement?.dataset?.key;
  at("faults").replaceChildren(...view.faults.map((fault) => make("p", {}, `${fault.property} is violated: ${fault.what}`)));
  at("notes").replaceChildren(...view.notes.map((note) => make("p", {}, note)));
  at("processes").replaceChildren(...view.processes.map(card));
  at("registers").replaceChildren(...view.registers.map(registers));
  at("figure").replaceChildren(...lock.figure.lines.map(figureLine));
  at("history").replaceChildren(entry(null, -1), ...view.history.map(entry));
  at("place").textContent = `${made} of ${acts.length} moves`;
  at("undo").disabled = made === 0;
  at("redo").disabled = made >= acts.length;
  const now = document.querySelector("#history .now");
  if (now) at("history").scrollTop = now.offsetTop - at("history").clientHeight / 2;
  if (key && key !== document.activeElement?.dataset?.key) refocus(key);
}

/** Keeps the focus: on the same move, or else on the next move of that process. */
function refocus(key) {
  const same = document.querySelector(`[data-key="${key}"]`);
  (same || document.querySelector(`#processes [data-key^="${key[0]}"]`))?.focus({ preventScroll: true });
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const number = Number(event.key);
  const keys = { Backspace: back, ArrowLeft: back, ArrowRight: on, r: () => later(randomly) };
  const inert = !event.target.closest?.("button, summary");
  if (event.key === " " && inert) play();
  else if (keys[event.key]) { stop(); keys[event.key](); }
  else if (number >= 1 && number <= lock.n) { stop(); later(() => step(number)); }
  else return;
  event.preventDefault();
}

/** Shows the lock, which stays the same. */
function introduce() {
  document.title = `${lock.name}: explore`;
  at("name").textContent = lock.name;
  at("about").textContent = lock.mutant ? `mutant: ${lock.about}` : lock.about;
  at("title").textContent = lock.title.replace(/^[^:]*: /, "");
  at("figure-title").textContent = lock.figure.title;
  at("legend").append(...Object.entries(REGIONS).map(([region, name]) => make("li", { class: name }, region === "CS" ? "critical section (CS)" : region)));
  at("figure-note").textContent = !lock.mutant ? "" : lock.figure.lines.some((line) => line.mutation)
    ? "Crossed out: the mutant drops or changes an access of this line."
    : "This mutant changes the order of steps or a condition, so no line is crossed out: its description is at the top.";
  const found = lock.violation;
  if (!found) return;
  const round = found.round == null ? "" : ` Moves ${found.round + 1} to ${found.acts.length} repeat without end.`;
  at("violation").textContent = `Loaded: a trace of ${found.acts.length} moves to a violation of ${found.property}. At its end: ${found.what}.${round} Step through it with Redo → or the key →, or play it.`;
  at("violation").hidden = at("load").hidden = false;
}

async function begin() {
  lock = await (await fetch("/lock")).json();
  introduce();
  const clicks = { undo: back, redo: on, random: () => later(randomly), reset, load,
    ten: () => { for (let i = 0; i < 10; i++) later(() => !view.faults.length && randomly()); } };
  for (const [id, task] of Object.entries(clicks)) at(id).addEventListener("click", () => { stop(); task(); });
  at("play").addEventListener("click", play);
  document.addEventListener("keydown", pressed);
  const place = new URLSearchParams(location.hash.slice(1));
  const kept = (place.get("acts") || "").split(".").filter(Boolean);
  const start = kept.length ? kept : lock.violation ? lock.violation.acts : [];
  const count = Math.min(Number(place.get("at")) || 0, start.length);
  if (!(await show(start, count))) {
    const reason = at("error").textContent;
    await show([], 0);
    complain(`The moves in the address of this page do not fit this lock: ${reason}`);
  }
}

later(begin);
