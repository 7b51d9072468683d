// The item table: filter, sort, pages of 50 rows, details. Untrusted text only
// ever enters the page as textContent.
"use strict";

const PAGE_ROWS = 50;
const PRINT_ROWS = 200;
const SIGNS = { accept: "✓", reject: "✗", undecided: "?", unparsed: "–", missing: "∅" };
const VERDICT_NAMES = { accept: "accepted", reject: "rejected", undecided: "undecided", unparsed: "unparsed", missing: "missing" };
const FLIPS = { gained: "gained: wrong before", lost: "lost: right before" };

const data = JSON.parse(document.getElementById("report-data").textContent);
const column = Object.fromEntries(data.fields.map((name, index) => [name, index]));
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const byId = (id) => document.getElementById(id);

// What a row holds in a column; coded columns are looked up in their labels.
function value(row, name) {
  const cell = row[column[name]];
  const labels = data.labels[name];
  if (labels === undefined) return cell;
  return Array.isArray(cell) ? cell.map((code) => labels[code]) : labels[cell];
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, text] of Object.entries(attributes || {})) {
    if (text !== null && text !== false) element.setAttribute(name, text === true ? "" : text);
  }
  element.append(...children);
  return element;
}

// ---- filters -----------------------------------------------------------------

const FILTERS = [
  { name: "verdict", title: "Verdict" }, { name: "tier", title: "Tier" }, { name: "reason", title: "Reason" },
  { name: "extraction", title: "Extraction" }, { name: "flags", title: "Flags" }, { name: "flip", title: "Change" },
  ...data.groupings,
].filter((filter) => data.labels[filter.name] && data.labels[filter.name].length > 1);

const state = { sort: "", down: false, page: 0, rows: data.rows, limit: PAGE_ROWS };
const haystacks = new Array(data.rows.length);

function haystack(index) {
  if (haystacks[index] === undefined) {
    const row = data.rows[index];
    haystacks[index] = [row[column.id], row[column.gold], row[column.pred], ...row[column.excerpt]].join("\n").toLowerCase();
  }
  return haystacks[index];
}

function filterOption(filter, label) {
  if (filter.name === "verdict") return VERDICT_NAMES[label] || label;
  if (filter.name === "flip") return FLIPS[label] || label;
  return label;
}

function countLabels(filter) {
  const counts = new Array(data.labels[filter.name].length).fill(0);
  for (const row of data.rows) {
    for (const code of [row[column[filter.name]]].flat()) counts[code] += 1;
  }
  return counts;
}

function buildFilters() {
  for (const filter of FILTERS) {
    const select = make("select", { id: `filter-${filter.name}`, "data-filter": filter.name });
    select.append(make("option", { value: "" }, "all"));
    const counts = countLabels(filter);
    data.labels[filter.name].forEach((label, code) => {
      if (counts[code] && label !== "") {
        select.append(make("option", { value: label }, `${filterOption(filter, label)} (${counts[code].toLocaleString("en")})`));
      }
    });
    byId("filters").insertBefore(make("label", { for: select.id }, filter.title, select), byId("clear"));
  }
}

function chosen() {
  const found = {};
  for (const select of document.querySelectorAll("[data-filter]")) if (select.value) found[select.dataset.filter] = select.value;
  return found;
}

function compare(one, two) {
  const left = value(one, state.sort);
  const right = value(two, state.sort);
  if (state.sort === "verdict" || state.sort === "tier") return one[column[state.sort]] - two[column[state.sort]];
  return collator.compare(String(left), String(right));
}

function applyFilters() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const tests = Object.entries(chosen()).map(([name, label]) => [column[name], data.labels[name].indexOf(label)]);
  state.rows = data.rows.filter((row, index) => {
    for (const [at, code] of tests) {
      const cell = row[at];
      if (Array.isArray(cell) ? !cell.includes(code) : cell !== code) return false;
    }
    return words.every((word) => haystack(index).includes(word));
  });
  if (state.sort) {
    state.rows.sort((one, two) => (state.down ? -compare(one, two) : compare(one, two)) || one[column.number] - two[column.number]);
  }
}

// ---- one row -----------------------------------------------------------------

// Control characters, direction marks and lone surrogates as visible escapes.
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// The answer as MathML where it reads as a formula, else as the text it is,
// with the formulas between its dollars.
function answer(text) {
  const pieces = text.length <= MAX_MATH_CHARS ? text.split(/(?<!\\)\$\$?((?:[^$\\]|\\.)+)\$\$?/) : [text];
  const tree = pieces.length > 1 && pieces.some((piece, index) => index % 2 === 0 && piece.trim()) ? null : latexTree(text);
  if (tree) return buildMath(tree);
  const shown = pieces.map((piece, index) => {
    const formula = index % 2 ? latexTree(piece) : null;
    return formula ? buildMath(formula) : visible(index % 2 ? `$${piece}$` : piece);
  });
  return make("span", { class: pieces.length > 1 ? "words" : "raw" }, ...shown);
}

function badge(verdict) {
  const known = Object.hasOwn(SIGNS, verdict);
  const attributes = { class: `badge v-${known ? verdict : "undecided"}`, "data-sign": known ? SIGNS[verdict] : "?" };
  return make("span", attributes, known ? VERDICT_NAMES[verdict] : verdict);
}

function tags(row) {
  return value(row, "flags").filter(Boolean).map((flag) => make("span", { class: "tag" }, flag));
}

function fact(list, name, text) {
  if (text) list.append(make("div", null, make("dt", null, name), make("dd", null, text)));
}

function answerBox(title, text) {
  return make("div", null, make("div", { class: "soft small" }, title), answer(text), make("code", { class: "raw" }, visible(text)));
}

function details(row) {
  const box = make("div", null);
  const pair = make("div", { class: "pair" }, answerBox("Gold", row[column.gold]), answerBox("Prediction", row[column.pred]));
  if (value(row, "flip")) pair.append(answerBox(`Before (${value(row, "old_verdict")})`, row[column.old_pred]));
  box.append(pair);
  const [before, found, after] = row[column.excerpt].map(visible);
  if (before || found || after) {
    box.append(make("div", { class: "response", tabindex: "0", role: "region", "aria-label": "Response excerpt" },
      before, found ? make("mark", null, found) : "", after));
  }
  const list = make("dl", { class: "facts-list" });
  fact(list, "Reason", value(row, "reason"));
  fact(list, "Rule", value(row, "rule"));
  fact(list, "Convention", value(row, "convention"));
  fact(list, "Extraction", value(row, "extraction"));
  fact(list, "Reader", value(row, "reader"));
  if (value(row, "flip")) fact(list, "Reason before", value(row, "old_reason"));
  for (const grouping of data.groupings) fact(list, grouping.title, [value(row, grouping.name)].flat().join(", "));
  box.append(list);
  return box;
}

function detailRow(row, id) {
  return make("tr", { class: "detail", id }, make("td", { class: "more", colspan: "7" }, details(row)));
}

function setOpen(line, row, open) {
  const button = line.querySelector(".toggle");
  button.setAttribute("aria-expanded", String(open));
  button.firstChild.textContent = open ? "−" : "+";
  if (open) {
    line.after(detailRow(row, button.getAttribute("aria-controls")));
  } else {
    line.nextElementSibling.remove();
  }
}

function tableRow(row) {
  const id = `detail-${row[column.number]}`;
  const toggle = make("button", { type: "button", class: "toggle", "aria-expanded": "false", "aria-controls": id,
    "aria-label": `Details of ${row[column.id]}` }, make("span", { "aria-hidden": "true" }, "+"));
  const clip = (text) => make("td", { title: visible(text.slice(0, 500)) }, make("span", { class: "clip" }, answer(text)));
  const line = make("tr", { class: "row" }, make("td", null, toggle), make("th", { scope: "row" }, row[column.id]),
    make("td", null, badge(value(row, "verdict"))), make("td", null, value(row, "tier") || "–"), clip(row[column.gold]),
    clip(row[column.pred]), make("td", null, value(row, "rule") || value(row, "reason"), " ", ...tags(row)));
  line.addEventListener("click", (event) => {
    if (event.target.closest("a, input, select") || String(getSelection())) return;
    setOpen(line, row, toggle.getAttribute("aria-expanded") !== "true");
  });
  return line;
}

// ---- the table ---------------------------------------------------------------

function pages() {
  return Math.max(1, Math.ceil(state.rows.length / state.limit));
}

function statusText(first, last) {
  const all = data.rows.length.toLocaleString("en");
  if (!state.rows.length) return `No item of ${all} matches.`;
  const of = state.rows.length === data.rows.length ? all : `${state.rows.length.toLocaleString("en")} matching of ${all}`;
  return `Items ${(first + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${of}`;
}

function draw() {
  state.page = Math.min(Math.max(0, state.page), pages() - 1);
  const first = state.page * state.limit;
  const shown = state.rows.slice(first, first + state.limit);
  const body = byId("rows");
  body.replaceChildren(...shown.map(tableRow));
  if (!shown.length) body.append(make("tr", null, make("td", { class: "empty", colspan: "7" }, "Nothing matches these filters.")));
  byId("status").textContent = statusText(first, first + shown.length);
  byId("page").value = state.page + 1;
  byId("page").max = pages();
  byId("pages").textContent = `of ${pages().toLocaleString("en")}`;
  byId("previous").disabled = state.page === 0;
  byId("next").disabled = state.page >= pages() - 1;
  for (const head of document.querySelectorAll("th[data-sort]")) {
    const mine = head.dataset.sort === state.sort;
    head.setAttribute("aria-sort", mine ? (state.down ? "descending" : "ascending") : "none");
    head.querySelector(".arrow").textContent = mine ? (state.down ? " ▼" : " ▲") : "";
  }
}

// The filters stand in the address after "#", so that a view can be linked.
function writeAddress() {
  const parts = new URLSearchParams(chosen());
  if (byId("search").value) parts.set("q", byId("search").value);
  if (state.sort) parts.set("sort", (state.down ? "-" : "") + state.sort);
  const text = parts.toString();
  history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
}

function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  byId("search").value = parts.get("q") || "";
  const sort = parts.get("sort") || "";
  state.down = sort.startsWith("-");
  const name = sort.replace(/^-/, "");
  state.sort = document.querySelector(`th[data-sort="${CSS.escape(name)}"]`) ? name : "";
  for (const select of document.querySelectorAll("[data-filter]")) {
    const wanted = parts.get(select.dataset.filter) || "";
    select.value = [...select.options].some((option) => option.value === wanted) ? wanted : "";
  }
}

function refresh() {
  state.page = 0;
  applyFilters();
  draw();
  writeAddress();
}

function showOnly(name, label) {
  for (const select of document.querySelectorAll("[data-filter]")) select.value = select.dataset.filter === name ? label : "";
  byId("search").value = "";
  refresh();
  byId("items-title").focus({ preventScroll: true });
  byId("items").scrollIntoView();
}

function turn(step) {
  state.page += step;
  draw();
  byId("items").scrollIntoView();
}

let waiting = 0;
buildFilters();
readAddress();
applyFilters();
draw();
byId("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(refresh, 150); });
byId("filters").addEventListener("change", (event) => { if (event.target.matches("select")) refresh(); });
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("clear").addEventListener("click", () => { byId("filters").reset(); state.sort = ""; refresh(); });
byId("previous").addEventListener("click", () => turn(-1));
byId("next").addEventListener("click", () => turn(1));
byId("page").addEventListener("change", () => { state.page = (Number.parseInt(byId("page").value, 10) || 1) - 1; draw(); });
for (const head of document.querySelectorAll("th[data-sort]")) {
  head.querySelector("button").addEventListener("click", () => {
    state.down = state.sort === head.dataset.sort && !state.down;
    state.sort = head.dataset.sort;
    refresh();
  });
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-show]");
  if (button) showOnly(button.dataset.show, button.dataset.label);
});
addEventListener("hashchange", () => { readAddress(); state.page = 0; applyFilters(); draw(); });
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details[data-print]")) part.open = true;
  state.limit = PRINT_ROWS;
  state.page = 0;
  draw();
});
addEventListener("afterprint", () => { state.limit = PAGE_ROWS; draw(); });
document.documentElement.dataset.ready = "yes";
