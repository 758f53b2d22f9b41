// Asks once more before something is destroyed, replaced or given away.
import { el, localize, msg, openSheet } from "./dom.js";

/**
 * The PIN as typed, or null when the box is closed without it.
 * @param {ServerError} error
 * @returns {Promise<string | null>}
 */
export function askPin(error) {
  return new Promise((resolve) => {
    const input = el("input", {
      type: "password",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: "64",
      required: true,
    });
    /** @param {Event} event */
    const onsubmit = (event) => {
      event.preventDefault();
      resolve(input.value);
      dialog.close();
    };
    const form = el(
      "form.pin",
      { onsubmit },
      el(error.code === "pin_again" ? "p" : "p.refused", { role: "alert" }, localize(error.message)),
      el("label", msg("pin"), input),
      el("button.primary", { type: "submit" }, msg("go_on")),
    );
    const dialog = openSheet(msg("pin"), form);
    dialog.addEventListener("close", () => resolve(null));
    input.focus();
  });
}

/**
 * Whether to go on with what the server has refused so far.
 * @param {ServerError} error
 * @param {string} no leaves everything as it is
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmSheet(error, no, yes) {
  return new Promise((resolve) => {
    /** @param {boolean} answer */
    const close = (answer) => () => {
      resolve(answer);
      dialog.close();
    };
    const buttons = el(
      "div.tools",
      el("button", { onclick: close(false) }, no),
      el("button.primary", { onclick: close(true) }, yes),
    );
    const dialog = openSheet(localize(error.message), buttons);
    dialog.role = "alertdialog";
    dialog.addEventListener("close", () => resolve(false));
  });
}
