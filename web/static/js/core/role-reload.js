// Reloads a page when this phone's role or name changes, and keeps its list of phones up to date.
import { ask } from "./answers.js";
import { listenToTable } from "./live-stream.js";
import { watchPress } from "./press-guard.js";

const PHONE_LIST = "[data-follows]";

/** @type {Record<string, unknown>} */
const initial = JSON.parse(document.body.dataset.as ?? "{}");
const notice = /** @type {HTMLElement} */ (document.getElementById("news"));
const here = /** @type {HTMLAnchorElement} */ (notice.querySelector("a")).href;
const isPressed = watchPress(document.body, () => isOutdated && updateList());
/** @type {number | null} */
let peopleNumber = null;
let isOutdated = false;

function hasTypedText() {
  const fields = document.querySelectorAll("input:not([type=hidden])");
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (fields)].some((field) => field.value !== field.defaultValue);
}

/** @param {Snapshot} snapshot */
async function checkRole(snapshot) {
  if (snapshot.people.number === peopleNumber) return;
  peopleNumber = snapshot.people.number;
  const now = await ask("/api/me").catch(() => null);
  if (!now) {
    peopleNumber = null;
    return;
  }
  if (Object.keys(initial).every((key) => initial[key] === now[key])) return updateList();
  // Who is typing is told, and may go on.
  if (hasTypedText()) notice.hidden = false;
  else location.replace(here);
}

/** @param {Element} list */
const isInUse = (list) =>
  isPressed() || list.contains(document.activeElement) || list.querySelector("details[open]") !== null;

/** Fetches the list anew, but changes nothing while somebody is using it. */
async function updateList() {
  const list = document.querySelector(PHONE_LIST);
  if (!list) return;
  isOutdated = isInUse(list);
  if (isOutdated) return;
  const number = peopleNumber;
  const response = await fetch(here).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector(PHONE_LIST);
  if (!fresh) return;
  isOutdated = isInUse(list);
  if (!isOutdated && number === peopleNumber) list.replaceWith(fresh);
}

for (const type of ["focusout", "toggle"]) {
  document.addEventListener(type, () => setTimeout(() => isOutdated && updateList()), true);
}
listenToTable(checkRole, () => {});
