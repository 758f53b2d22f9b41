// Has pictures read: of the whole table, of one hand, of a demo round.
import { post } from "../core/api.js";
import { el, localize, msg, openSheet, plural, redraw, showToast } from "../core/dom.js";
import { rememberTab } from "../core/open-tab.js";
import { shrinkPhoto } from "../core/photo-size.js";
import { store } from "../core/store.js";

/**
 * Says why no card was read, or too few, with the way to take the picture again.
 * @param {string} title
 * @param {LocalText} advice
 * @param {() => HTMLElement} again makes the button that takes it
 */
function openAdvice(title, advice, again) {
  const button = again();
  const dialog = openSheet(title, el("p", localize(advice)), el("div.sheet-foot", button));
  button.addEventListener(button.matches("label") ? "change" : "click", () => dialog.close());
}

/**
 * Has the server read a picture, and says how many cards it found.
 * @param {string} path
 * @param {File | Record<string, unknown>} body
 * @param {() => HTMLElement} again makes the button that takes the picture again, where it shows no card
 */
export async function readPicture(path, body, again) {
  store.busyMessage = msg("reading");
  redraw();
  const answer = await post(path, body instanceof File ? await shrinkPhoto(body) : body);
  store.busyMessage = null;
  redraw();
  if (!answer) return answer;
  const title = answer.cards === 0 ? msg("none_seen") : plural("seen_one", "seen", answer.cards);
  if (answer.advice) openAdvice(title, answer.advice, again);
  else showToast(title);
  return answer;
}

/**
 * Has a picture of one hand read, and stays with that hand.
 * @param {string} path
 * @param {File} file
 */
async function readHand(path, file) {
  const again = () => cameraButton(msg("take_again"), path, "big");
  await readPicture(`/api/picture?to=${encodeURIComponent(path)}`, file, again);
  document.querySelector(`[data-hand="${CSS.escape(path)}"]`)?.scrollIntoView({ block: "start" });
}

/** @param {OpenTab} openTab */
export async function dealDemo(openTab) {
  const isStillHere = rememberTab();
  const again = () => el("button.primary.big", { onclick: () => dealDemo(openTab) }, msg("deal_demo"));
  if (!(await readPicture("/api/demo/round", { version: store.snapshot.version }, again))) return;
  if (location.hash === "#hands") return seePicture();
  if (!isStillHere()) return;
  // The page goes to its top when it has turned to the tab.
  addEventListener("hashchange", seePicture, { once: true });
  openTab("hands");
}

/** Scrolls to the picture of the table as soon as it stands on the page. */
export const seePicture = () => seeOnceThere("section.picture .photo");

/** Scrolls to the picture of one hand as soon as it stands on the page. */
export const seeHandPicture = () => seeOnceThere(".hand .photo");

/**
 * Scrolls to what a change brings, unless another tab is opened before.
 * @param {string} selector
 */
function seeOnceThere(selector) {
  const isStillHere = rememberTab();
  const found = document.querySelector(selector);
  if (found) return found.scrollIntoView({ block: "nearest" });
  const observer = new MutationObserver(() => {
    const isHere = isStillHere();
    if (isHere && !document.querySelector(selector)) return;
    observer.disconnect();
    if (isHere) seeOnceThere(selector);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * A button that takes a picture with this phone.
 * @param {string} label
 * @param {string | null} path of the hand whose cards are on it; null for the whole table
 * @param {"round" | "wide" | "big"} shape
 */
export function cameraButton(label, path, shape) {
  /** @type {HTMLInputElement} */
  const input = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    "aria-label": label,
    onchange: () => {
      const file = input.files?.[0];
      if (file && path) readHand(path, file);
      else if (file) readPicture("/api/picture", file, () => cameraButton(msg("take_again"), null, "big"));
      input.value = "";
    },
  });
  return el(`label.button.${shape}`, el("i.lens"), shape === "round" ? el("span.aural", label) : ` ${label}`, input);
}
