// Asks for the host's PIN on the spot, and says where it stands.
import { ask } from "./answers.js";
import { el, localize, msg, openSheet } from "./dom.js";

/** @param {string} pin */
async function signIn(pin) {
  try {
    await ask("/api/host", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ pin }),
    });
    // A browser that keeps no cookies is a guest's again with the next request.
    return (await ask("/api/me")).host ? "" : msg("no_cookies");
  } catch (error) {
    return localize(/** @type {ServerError} */ (error).message);
  }
}

/** The sheet closes when the PIN is right. What is wrong with it is said above the field. */
export function openHostSheet() {
  const input = el("input", { inputmode: "numeric", autocomplete: "off", maxlength: "64", required: true });
  const wrong = el("p.refused", { role: "alert", hidden: true });
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    const fault = await signIn(input.value);
    if (!fault) return dialog.close();
    wrong.textContent = fault;
    wrong.hidden = false;
    input.setAttribute("aria-invalid", "true");
    input.select();
  };
  const form = el(
    "form.pin",
    { onsubmit },
    wrong,
    el("label", msg("pin"), input),
    el("button.primary.big", { type: "submit" }, msg("go_on")),
    el("p.hint", msg("pin_origin")),
    el("p.hint", msg("pin_lost")),
    el(
      "code.command",
      (document.body.dataset.pin ?? "").split(" ").map((word) => [el("span", word), " "]),
    ),
  );
  const dialog = openSheet(msg("i_am_host"), form);
  input.focus();
}
