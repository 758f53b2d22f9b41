// Asks what this phone may do and who holds it, whenever somebody's name or role has changed.
import { get, post } from "./api.js";
import { el, msg, openSheet, redraw, showToast } from "./dom.js";
import { store } from "./store.js";

/** @type {number | undefined} */
let peopleNumber;
/** @type {HTMLDialogElement | undefined} */
let offerDialog;

/** @param {Snapshot} snapshot */
export async function updateRole(snapshot) {
  if (snapshot.people.number === peopleNumber) return;
  peopleNumber = snapshot.people.number;
  /** @type {Phone | null} */
  const phone = await get("/api/me").catch(() => null);
  if (!phone) return;
  const isOtherRole = phone.host !== store.isHost;
  const isOtherName = phone.name !== store.ownName;
  if (isOtherRole) showToast(phone.host ? msg("now_host") : msg("not_host"));
  else if (isOtherName) showToast(phone.name ? msg("now_me", { name: phone.name }) : msg("nobody"));
  store.isHost = phone.host;
  store.ownName = phone.name;
  if (isOtherRole || isOtherName) redraw();
  if (phone.offered && !offerDialog?.open) offerDialog = openOffer();
  if (!phone.offered) offerDialog?.close();
}

/** Asks whether this phone's owner will be host. */
function openOffer() {
  /** @param {boolean} take */
  const answer = async (take) => {
    dialog.close();
    await post("/api/host/answer", { take });
  };
  const dialog = openSheet(
    msg("be_host"),
    el("p", msg("host_does")),
    el(
      "div.tools",
      el("button", { onclick: () => answer(false) }, msg("be_host_no")),
      el("button.primary", { onclick: () => answer(true) }, msg("be_host_yes")),
    ),
  );
  return dialog;
}
