// Sends the forms of a page without leaving it, so that a refusal loses nothing: what was typed and the chosen file stay,
// and the refusal stands in the form, scrolled to and focused. Without this script the server sends the page again.
// A form whose answer is a whole page of its own says so: data-whole.

import { foreignError, foreignStatus, MAX_BYTES, readAnswer } from "./answers.js";
import { localize } from "./dom.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * The fields that somebody fills in.
 * @param {HTMLFormElement} form
 */
const fieldsOf = (form) =>
  /** @type {Field[]} */ ([...form.querySelectorAll("input:not([type=hidden]), select, textarea")]);

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
async function send(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  // A field may be called "action": only the attributes are sure to be those of the form.
  const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
  const response = await fetch(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", {
    method: "POST",
    headers: { "X-Form": "script", Accept: "text/html;q=0.9, application/json" },
    body: isMultipart ? data : new URLSearchParams(/** @type {any} */ (data)),
  }).catch(() => null);
  if (!response) throw foreignError("no_answer");
  if (response.status === 204) return leave(response.headers.get("Location") ?? "");
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage) return void (await readAnswer(response));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (page.body.dataset.answers == null) throw foreignStatus(response.status);
  const fresh = twinOf(form, page);
  const refusal = /** @type {HTMLElement | null} */ (page.querySelector("main [role=alert]"));
  if (fresh) {
    keepEntries(form, fresh, refusal?.dataset.code === "wrong_pin");
    form.replaceWith(fresh);
    dispatchEvent(new Event("redrawn"));
  }
  if (refusal) show(fresh ?? form, refusal);
}

/** @param {string} path */
function leave(path) {
  const target = new URL(path, location.href);
  const isHere = target.pathname + target.search === location.pathname + location.search;
  if (!isHere) return location.assign(target);
  history.replaceState(null, "", target);
  location.reload();
}

/**
 * The same form in the page that was sent back.
 * @param {HTMLFormElement} form
 * @param {Document} page
 */
function twinOf(form, page) {
  const selector = `form[method=post][action="${CSS.escape(form.getAttribute("action") ?? "")}"]`;
  const [here, there] = [document, page].map(
    (each) => /** @type {HTMLFormElement[]} */ ([...each.querySelectorAll(selector)]),
  );
  return there[here.length === there.length ? here.indexOf(form) : 0] ?? null;
}

/**
 * Puts what was entered into the form that was sent back. A wrong PIN is typed anew.
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} fresh
 * @param {boolean} isPinWrong
 */
function keepEntries(form, fresh, isPinWrong) {
  const places = fieldsOf(fresh);
  for (const field of fieldsOf(form)) {
    if (isPinWrong && field.name === "pin") continue;
    const at = places.findIndex(
      (one) =>
        one.name === field.name &&
        (!(field instanceof HTMLInputElement && isChoice(field)) || one.value === field.value),
    );
    if (at < 0) continue;
    const [place] = places.splice(at, 1);
    if (field.type === "file") place.replaceWith(field);
    else if (place instanceof HTMLInputElement && field instanceof HTMLInputElement && isChoice(field))
      place.checked = field.checked;
    else place.value = field.value;
  }
}

/** @param {HTMLInputElement} field */
const isChoice = (field) => field.type === "checkbox" || field.type === "radio";

/**
 * Shows the refusal: in a form that is filled in, else at the head of the page.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} refusal
 */
function show(form, refusal) {
  for (const old of document.querySelectorAll("main [role=alert]")) if (old !== refusal) old.remove();
  if (!form.contains(refusal)) {
    const box = fieldsOf(form).length > 0 ? form : /** @type {HTMLElement} */ (document.querySelector("main"));
    const head = box.querySelector(":scope > :is(h2, h3, legend)");
    if (head) head.after(refusal);
    else box.prepend(refusal);
    refusal.classList.toggle("panel", box !== form);
  }
  refusal.tabIndex = -1;
  refusal.focus({ preventScroll: true });
  refusal.scrollIntoView({ block: "center" });
}

/** @param {HTMLFormElement} form */
const hasLargeFile = (form) =>
  fieldsOf(form).some(
    (field) => field instanceof HTMLInputElement && [...(field.files ?? [])].some((file) => file.size > MAX_BYTES),
  );

/** @param {string} text */
function refusalBox(text) {
  const [box, line] = [document.createElement("div"), document.createElement("p")];
  box.className = "refused";
  box.setAttribute("role", "alert");
  line.textContent = text;
  box.append(line);
  return box;
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (hasLargeFile(form)) {
    event.preventDefault();
    return show(form, refusalBox(localize(foreignError("too_large").message)));
  }
  if ("whole" in form.dataset) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  form.ariaBusy = "true";
  try {
    await send(form, button);
  } catch (error) {
    show(form, refusalBox(localize(/** @type {ServerError} */ (error).message)));
  }
  form.ariaBusy = "false";
});
