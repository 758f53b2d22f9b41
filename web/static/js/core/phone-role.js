// 誰: what this phone may do and who holds it, asked again whenever somebody's name or role changed.
import { get, post } from "./api.js";
import { el, msg, openSheet, redraw, showToast } from "./dom.js";
import { store } from "./store.js";

let number, asking;

export async function updateRole(snap) {
  if (snap.people.number === number) return;
  number = snap.people.number;
  const me = await get("/api/me").catch(() => null);
  if (!me) return;
  if (me.host !== store.isHost) showToast(me.host ? msg("now_host") : msg("not_host"));
  else if (me.name !== store.ownName) showToast(me.name ? msg("now_me", { name: me.name }) : msg("nobody"));
  const news = me.host !== store.isHost || me.name !== store.ownName;
  [store.isHost, store.ownName] = [me.host, me.name];
  if (news) redraw();
  if (me.offered && !asking?.open) asking = offer();
  if (!me.offered) asking?.close();
}

function offer() {
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
