// Asks about phones that want a name, and says that somebody guesses the PIN.
import { post } from "./api.js";
import { el, msg, openSheet } from "./dom.js";

/**
 * Asks whether another phone gets the name that this phone holds, or of which this host decides.
 * @param {{ phone: string, name: string, address: string }} ask
 */
export function openNameRequest(ask) {
  /** @param {boolean} give */
  const answer = async (give) => {
    dialog.close();
    await post("/api/join/answer", { phone: ask.phone, give });
  };
  const dialog = openSheet(
    msg("asks_name", { name: ask.name }),
    el("p", msg("asks_name_what", { name: ask.name })),
    el("p.hint", ask.address),
    el(
      "div.tools",
      el("button", { onclick: () => answer(true) }, msg("asks_name_yes")),
      el("button.primary", { onclick: () => answer(false) }, msg("asks_name_no")),
    ),
  );
  return dialog;
}

/** Says that wrong PINs came, and where they can be looked at and every wait be ended. */
export function openGuessNotice() {
  return openSheet(
    msg("guesses"),
    el("p", msg("guesses_what")),
    el("div.tools", el("a.button", { href: "/settings" }, msg("guesses_look"))),
  );
}
