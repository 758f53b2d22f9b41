// 暗証番号: what destroys or gives away asks for it once more. The PIN, or nothing when it is not given.
import { el, localize, msg, openSheet } from "./dom.js";

export function askPin(error) {
  return new Promise((done) => {
    const input = el("input", {
      type: "password",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: "64",
      required: true,
    });
    const form = el(
      "form.pin",
      {
        onsubmit: (event) => {
          event.preventDefault();
          done(input.value);
          dialog.close();
        },
      },
      el("p", localize(error.message)),
      el("label", msg("pin"), input),
      el("button.primary", { type: "submit" }, msg("go_on")),
    );
    const dialog = openSheet(msg("pin"), form);
    dialog.addEventListener("close", () => done(null));
    input.focus();
  });
}
