// The form that starts an evening. Another game or house rule may change the defaults, so the form is fetched again
// with everything that was typed. It is sent as a body: an address would keep names and PIN.

import { foreignError, foreignStatus } from "../core/answers.js";
import { el, localize } from "../core/dom.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const PATH = "/start";

/** @param {string} id */
const find = (id) => document.getElementById(id);
const startForm = () => /** @type {HTMLFormElement} */ (find("start"));

/**
 * @param {string} changed the name of the field that was changed
 * @param {HTMLButtonElement | null} button that was pressed, if any
 */
async function redraw(changed, button = null) {
  const form = startForm();
  const rules = /** @type {NodeListOf<Field>} */ (form.querySelectorAll("[name^='o.'], [name^='n.']"));
  const isSaving = changed === "save_set";
  const isReplaced = changed === "game" || changed === "set";
  for (const rule of rules) rule.disabled = !isSaving && (isReplaced || rule.value === (rule.dataset.default ?? ""));
  const openField = /** @type {HTMLInputElement} */ (form.elements.namedItem("open"));
  openField.value = form.querySelector("details")?.open ? "1" : "";
  const sent = typedFields(form).map(stateOf);
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  // Cards that nobody chose are those of the game before; the new game has its own.
  if (changed === "game" && !isDeckChosen) fields.delete("deck");
  fields.set(button?.name ?? "redraw", button?.value ?? "1");
  const response = await fetch(PATH, { method: "POST", body: fields }).catch(() => null);
  for (const rule of rules) rule.disabled = false;
  const page = new DOMParser().parseFromString((await response?.text()) ?? "", "text/html");
  const fresh = page.getElementById("start");
  if (!(fresh instanceof HTMLFormElement)) return sayWhy(response);
  find("why")?.remove();
  // What was typed meanwhile is not lost, and who is typing goes on.
  const freshFields = typedFields(fresh);
  /** @param {HTMLInputElement} field */
  const twinOf = (field) => freshFields.find((one) => one.name === field.name && indexOf(one) === indexOf(field));
  // A name typed meanwhile into a field that the new game does not have: the server finds its place.
  const hasNoPlace = typedFields(form).some((field, place) => stateOf(field) !== sent[place] && !twinOf(field));
  if (hasNoPlace) return redraw(changed, button);
  const focused = document.activeElement;
  /** @type {HTMLElement | null | undefined} */
  let next = focused?.id ? fresh.querySelector(`#${CSS.escape(focused.id)}`) : null;
  for (const [place, field] of typedFields(form).entries()) {
    const twin = twinOf(field);
    if (field === focused) next = twin;
    if (!twin || stateOf(field) === sent[place]) continue;
    twin.value = field.value;
    twin.checked = field.checked;
  }
  form.replaceWith(fresh);
  next?.focus({ preventScroll: true });
  fresh.querySelector(".refused")?.scrollIntoView({ block: "center" });
  dispatchEvent(new Event("redrawn"));
}

/**
 * Says above the form why it was not fetched again: nobody answered, or something in the table's place.
 * @param {Response | null} response
 */
function sayWhy(response) {
  const { message } = response ? foreignStatus(response.status) : foreignError("no_answer");
  find("why")?.remove();
  startForm().prepend(el("p.panel.refused", { id: "why", role: "alert" }, localize(message)));
}

/** Says in the bar how many names stand in the form. */
function countNames() {
  const names = [...startForm().querySelectorAll("[name=player], [name=partner]")];
  const count = names.filter((field) => /** @type {HTMLInputElement} */ (field).value.trim()).length;
  const box = /** @type {HTMLElement} */ (find("count"));
  const [one, many] = JSON.parse(box.dataset.words ?? "[]");
  box.textContent = count === 1 ? one : many.replace("{n}", String(count));
}
document.addEventListener("input", () => {
  countNames();
  markKnown();
});

/** Says in the bar what the form would start, at once: the form itself is fetched again only after that. */
function sayChoice() {
  const form = startForm();
  const chosen = /** @type {HTMLElement | null} */ (form.querySelector("[name=game]:checked"));
  const demo = /** @type {HTMLElement | null} */ (form.querySelector("[name=demo]:checked"));
  const deck = /** @type {HTMLSelectElement} */ (find("deck")).selectedOptions[0];
  const [game, cards] = ["bar-game", "bar-cards"].map((id) => /** @type {HTMLElement} */ (find(id)));
  game.textContent = chosen?.dataset.name ?? "";
  cards.textContent = demo?.dataset.name ?? deck.text.replace(/ \([^(]*\)$/, "");
}

const nameFields = () =>
  /** @type {HTMLInputElement[]} */ ([...startForm().querySelectorAll("[name=player], [name=partner]")]);
/** @param {string} name */
const fieldOf = (name) => nameFields().find((field) => field.value.trim().toLowerCase() === name.toLowerCase());

/** Shows the people known, and who of them plays. */
function markKnown() {
  const list = find("known");
  if (!list) return;
  list.hidden = false;
  for (const chip of list.querySelectorAll("button"))
    chip.setAttribute("aria-pressed", String(fieldOf(chip.dataset.name ?? "") !== undefined));
}

/**
 * Seats somebody at the next free place, or takes the name away again.
 * @param {string} name
 */
function toggleName(name) {
  const field = fieldOf(name);
  if (!field && nameFields().every(({ value }) => value.trim())) find("more")?.click();
  const place = field ?? nameFields().find(({ value }) => !value.trim());
  if (!place) return;
  place.value = field ? "" : name;
  countNames();
  markKnown();
}

/** @param {HTMLFormElement} form */
const typedFields = (form) =>
  /** @type {HTMLInputElement[]} */ ([
    ...form.querySelectorAll("[name=player], [name=partner], [name=pin], [name=demo], .amounts input"),
  ]);
/** @param {HTMLInputElement} field */
const stateOf = (field) => `${field.value} ${field.checked}`;
/** @param {HTMLInputElement} field */
const indexOf = (field) =>
  [...(field.form?.querySelectorAll(`[name="${field.name}"]`) ?? [])].indexOf(/** @type {Element} */ (field));

let isDeckChosen = new URLSearchParams(location.search).has("deck");

document.addEventListener("change", (event) => {
  const { name, form } = /** @type {Field} */ (event.target);
  if (name === "deck") isDeckChosen = true;
  if (form?.id === "start") sayChoice();
  if (form?.id === "start" && /^(game$|evening$|o\.|n\.)/.test(name)) redraw(name);
});

document.addEventListener("click", (event) => {
  const chip = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("#known [data-name]"));
  if (chip) return toggleName(chip.dataset.name ?? "");
  const button = /** @type {HTMLButtonElement | null} */ (
    /** @type {Element} */ (event.target).closest("[name=set], [name=save_set], [name=drop_set]")
  );
  if (!button) return;
  event.preventDefault();
  redraw(button.name, button);
});

// One more or one less of a number that a table may agree, from the usual one where nothing is agreed.
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-step]");
  const field = button?.parentElement?.querySelector("input");
  if (!(button instanceof HTMLElement && field)) return;
  const next = Number(field.value || field.placeholder) + Number(button.dataset.step);
  field.value = String(Math.min(Math.max(next, Number(field.min)), Number(field.max)));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

// A game chosen before this script was there, or kept by the browser over a reload, has not been drawn yet.
const chosenGame = /** @type {HTMLInputElement | null} */ (startForm()?.querySelector("[name=game]:checked"));
if (chosenGame && !chosenGame.defaultChecked) redraw(chosenGame.name);

// Adds a field for one more name. Without this script the form is fetched again with it.
document.addEventListener("click", (event) => {
  const addButton = /** @type {Element} */ (event.target).closest("#more");
  if (!(addButton instanceof HTMLElement)) return;
  event.preventDefault();
  const list = /** @type {HTMLElement} */ (find("players"));
  const row = /** @type {HTMLElement} */ (list.lastElementChild?.cloneNode(true));
  const number = list.children.length + 1;
  for (const field of row.querySelectorAll("input")) {
    field.value = "";
    field.required = false;
    field.setAttribute("aria-label", (addButton.dataset.label ?? "").replace("{n}", String(number)));
  }
  list.append(row);
  addButton.hidden = number >= Number(addButton.dataset.most);
  if (event.isTrusted) row.querySelector("input")?.focus();
});

function drawChoices() {
  for (const button of startForm().querySelectorAll("[data-step]")) /** @type {HTMLElement} */ (button).hidden = false;
  countNames();
  markKnown();
  sayChoice();
}
// A form that was sent and refused is another one, and a page that comes back keeps what was chosen in it.
addEventListener("redrawn", drawChoices);
addEventListener("pageshow", drawChoices);
drawChoices();
