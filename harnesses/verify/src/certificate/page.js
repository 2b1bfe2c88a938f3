"use strict";
// A cell shows its obligations; without a script they are in the list below.
const dialog = document.getElementById("cell");
const rows = document.getElementById("rows");
for (const button of document.querySelectorAll("button.cell")) {
  button.addEventListener("click", () => {
    const into = dialog.querySelector("div");
    into.replaceChildren();
    const heading = document.createElement("h3");
    heading.textContent = `${button.closest("td").dataset.lock}: ${button.closest("tr").querySelector("th").textContent}`;
    into.append(heading);
    button.dataset.rows.split(" ").forEach((id, number) => {
      const copy = document.getElementById(id).cloneNode(true);
      copy.removeAttribute("id");
      copy.hidden = false;
      copy.open = number === 0;
      into.append(copy);
    });
    dialog.showModal();
  });
}
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("a")) dialog.close();
});
document.getElementById("find").addEventListener("input", (event) => {
  const asked = event.target.value.trim().toLowerCase();
  for (const row of rows.children) row.hidden = !row.textContent.toLowerCase().includes(asked);
});
const open = () => {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (row && row.matches("details.row")) {
    row.hidden = false;
    row.open = true;
    row.scrollIntoView({ block: "nearest" });
  }
};
addEventListener("hashchange", open);
open();
// Paper has no clicks.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
