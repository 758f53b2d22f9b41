// Asks what this phone may do and who holds it, whenever somebody's name or role has changed.
import { get, post } from "./api.js";
import { el, msg, openSheet, redraw, showToast } from "./dom.js";
import { lazyAction } from "./lazy.js";
import { store } from "./store.js";

const loadNews = () => import("./phone-news.js");

/** @type {number | undefined} */
let peopleNumber;
/** @type {HTMLDialogElement | undefined} */
let offerDialog;
/** @type {HTMLDialogElement | undefined} */
let askDialog;
/** @type {number | undefined} */
let lastMove;
let areGuessesShown = false;

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
  showNews(phone);
}

const openNameRequest = lazyAction(async () => {
  const { openNameRequest: open } = await loadNews();
  return (/** @type {Phone["asks"][number]} */ ask) => {
    askDialog = open(ask);
  };
});
const openGuessNotice = lazyAction(() => loadNews().then((part) => part.openGuessNotice));

/** What this phone is asked or told: names that others want or have taken, guesses at the PIN. @param {Phone} phone */
function showNews(phone) {
  const [ask] = phone.asks;
  if (!ask) askDialog?.close();
  else if (!askDialog?.open) openNameRequest(ask);
  const newest = phone.moves.at(-1);
  if (newest && lastMove !== undefined && newest.number > lastMove) showToast(msg("moved", { name: newest.name }));
  lastMove = phone.host ? (newest?.number ?? 0) : undefined; // a new host is not told of the past
  if (phone.guesses >= 3 && !areGuessesShown) openGuessNotice();
  areGuessesShown = phone.guesses >= 3;
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
