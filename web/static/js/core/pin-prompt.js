// 暗証番号: what destroys or gives away asks for it once more. The PIN, or nothing when it is not given.
import { h, say, sheet, t } from "./dom.js";

export function askPin(error) {
  return new Promise((done) => {
    const input = h("input", {
      type: "password",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: "64",
      required: true,
    });
    const form = h(
      "form.pin",
      {
        onsubmit: (event) => {
          event.preventDefault();
          done(input.value);
          dialog.close();
        },
      },
      h("p", say(error.message)),
      h("label", t("pin"), input),
      h("button.primary", { type: "submit" }, t("go_on")),
    );
    const dialog = sheet(t("pin"), form);
    dialog.addEventListener("close", () => done(null));
    input.focus();
  });
}
