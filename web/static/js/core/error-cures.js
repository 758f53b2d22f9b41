// What helps against a refusal: a hint where it does not say so itself, and the button that does it.
import { el, msg } from "./dom.js";
import { lazyAction } from "./lazy.js";
import { store } from "./store.js";

const openHostSheet = lazyAction(() => import("./host-sheet.js").then((part) => part.openHostSheet));

/**
 * @param {string} label
 * @param {() => void} act
 */
const button = (label, act) => el("p.links", el("button.primary", { onclick: act }, label));
/**
 * @param {string} label
 * @param {string} path
 */
const link = (label, path) => el("p.links", el("a.button.primary", { href: path }, label));
/** The page is older than the program, or something in it went wrong. */
const reload = () => [el("p", msg("cure_reload")), button(msg("reload"), () => location.reload())];

/** @type {Record<string, (close: () => void) => Child>} */
const CURES = {
  host_only: (close) => [
    el("p", msg("cure_host")),
    button(msg("i_am_host"), () => {
      close();
      openHostSheet();
    }),
  ],
  internal: reload,
  bad_request: reload,
  not_found: reload,
  no_evening: () => store.isHost && link(msg("start_evening"), "/start"),
  over: () => store.isHost && link(msg("another_game"), "/start?evening=same"),
  not_saved: () => [el("p", msg("cure_export")), link(msg("take_home"), "/files")],
};

/**
 * What stands below the refusal of that code.
 * @param {string} code
 * @param {() => void} close
 * @returns {Child}
 */
export const errorCure = (code, close) => CURES[code]?.(close);
