// Has pictures read: of the whole table, of one hand, of a demo round.
import { post } from "../core/api.js";
import { el, localize, msg, openSheet, plural, redraw, showToast } from "../core/dom.js";
import { rememberTab } from "../core/open-tab.js";
import { store } from "../core/store.js";

/**
 * Has the server read a picture, and says how many cards it found.
 * @param {string} path
 * @param {File | Record<string, unknown>} body
 */
export async function readPicture(path, body) {
  store.busyMessage = msg("reading");
  redraw();
  const answer = await post(path, body);
  store.busyMessage = null;
  redraw();
  if (answer?.cards === 0 && answer.advice) openSheet(msg("none_seen"), el("p", localize(answer.advice)));
  else if (answer) showToast(plural("seen_one", "seen", answer.cards));
  return answer;
}

/**
 * Has a picture of one hand read, and stays with that hand.
 * @param {string} path
 * @param {File} file
 */
async function readHand(path, file) {
  await readPicture(`/api/picture?to=${encodeURIComponent(path)}`, file);
  document.querySelector(`[data-hand="${CSS.escape(path)}"]`)?.scrollIntoView({ block: "start" });
}

/** @param {OpenTab} openTab */
export async function dealDemo(openTab) {
  const isStillHere = rememberTab();
  if (!(await readPicture("/api/demo/round", { version: store.snapshot.version }))) return;
  if (location.hash === "#hands") return seePicture();
  if (!isStillHere()) return;
  // The page goes to its top when it has turned to the tab.
  addEventListener("hashchange", seePicture, { once: true });
  openTab("hands");
}

/** Scrolls to the picture as soon as it stands on the page, unless another tab is opened before. */
function seePicture() {
  const isStillHere = rememberTab();
  const picture = document.querySelector(".picture");
  if (picture) return picture.scrollIntoView({ block: "nearest" });
  const observer = new MutationObserver(() => {
    const isHere = isStillHere();
    if (isHere && !document.querySelector(".picture")) return;
    observer.disconnect();
    if (isHere) seePicture();
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
      else if (file) readPicture("/api/picture", file);
      input.value = "";
    },
  });
  return el(`label.button.${shape}`, el("i.lens"), shape === "round" ? el("span.aural", label) : ` ${label}`, input);
}
