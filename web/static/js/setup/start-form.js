// The form that starts an evening. Another game or house rule may change the defaults, so the form is fetched again
// with everything that was typed.

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const form = /** @type {HTMLFormElement} */ (document.getElementById("start"));
const playerList = /** @type {HTMLElement} */ (document.getElementById("players"));
const addButton = document.getElementById("more");

form.addEventListener("change", (event) => {
  const { name } = /** @type {Field} */ (event.target);
  if (!/^(game$|evening$|o\.|n\.)/.test(name)) return;
  const rules = /** @type {NodeListOf<Field>} */ (form.querySelectorAll("[name^='o.'], [name^='n.']"));
  for (const rule of rules) rule.disabled = name === "game" || rule.value === (rule.dataset.default ?? "");
  const openField = /** @type {HTMLInputElement} */ (form.elements.namedItem("open"));
  openField.value = form.querySelector("details")?.open ? "1" : "";
  sessionStorage.setItem("scroll", String(scrollY));
  form.method = "get";
  form.submit();
});

// Adds a field for one more name. Without this script the form is fetched again with it.
addButton?.addEventListener("click", (event) => {
  event.preventDefault();
  const row = /** @type {HTMLElement} */ (playerList.lastElementChild?.cloneNode(true));
  const field = /** @type {HTMLInputElement} */ (row.firstElementChild);
  const number = playerList.children.length + 1;
  field.value = "";
  field.required = false;
  field.setAttribute("aria-label", (addButton.dataset.label ?? "").replace("{n}", String(number)));
  playerList.append(row);
  addButton.hidden = number >= Number(addButton.dataset.most);
  field.focus();
});

scrollTo(0, Number(sessionStorage.getItem("scroll")));
sessionStorage.removeItem("scroll");
