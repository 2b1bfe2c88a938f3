"use strict";
// Every part of the page is there without a script: a cell is a link to its first row, and folds are <details>.
const dialog = document.getElementById("cell");
const rows = document.getElementById("rows");
const copies = (ids) => ids.map((id, number) => {
  const copy = document.getElementById(id).cloneNode(true);
  copy.removeAttribute("id");
  copy.hidden = false;
  copy.open = number === 0;
  return copy;
});
for (const cell of document.querySelectorAll("a.cell")) {
  cell.addEventListener("click", (event) => {
    event.preventDefault();
    const heading = document.createElement("h3");
    heading.textContent = `${cell.closest("td").dataset.lock}: ${cell.closest("tr").querySelector("th").textContent}`;
    dialog.querySelector("div").replaceChildren(heading, ...copies(cell.dataset.rows.split(" ")));
    dialog.showModal();
  });
}
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("a")) dialog.close();
});
// A group with a match is open while something is searched for.
document.getElementById("find").addEventListener("input", (event) => {
  const asked = event.target.value.trim().toLowerCase();
  for (const group of rows.children) {
    const all = [...group.querySelectorAll(".row")];
    for (const row of all) row.hidden = !row.textContent.toLowerCase().includes(asked);
    group.hidden = all.every((row) => row.hidden);
    group.open = asked !== "" && !group.hidden;
  }
});
// Opens what a link leads to, with all folds around it.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let each = target; each; each = each.parentElement) {
    each.hidden = false;
    if (each.matches("details")) each.open = true;
  }
  const fold = target.querySelector(":scope > details.fold:only-of-type");
  if (fold) fold.open = true;
  target.scrollIntoView({ block: "start" });
};
addEventListener("hashchange", reveal);
reveal();
// On paper everything is open; afterwards everything is as it was.
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  for (const each of closed) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of closed) each.open = false;
});
