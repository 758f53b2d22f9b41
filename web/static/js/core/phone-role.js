// 誰: what this phone may do and who holds it, asked again whenever somebody's name or role changed.
import { get, send } from "./api.js";
import { h, redraw, sheet, t, toast } from "./dom.js";
import { S } from "./store.js";

let number, asking;

export async function mind(snap) {
  if (snap.people.number === number) return;
  number = snap.people.number;
  const me = await get("/api/me").catch(() => null);
  if (!me) return;
  if (me.host !== S.host) toast(me.host ? t("now_host") : t("not_host"));
  else if (me.name !== S.me) toast(me.name ? t("now_me", { name: me.name }) : t("nobody"));
  const news = me.host !== S.host || me.name !== S.me;
  [S.host, S.me] = [me.host, me.name];
  if (news) redraw();
  if (me.offered && !asking?.open) asking = offer();
  if (!me.offered) asking?.close();
}

function offer() {
  const answer = async (take) => {
    dialog.close();
    await send("/api/host/answer", { take });
  };
  const dialog = sheet(
    t("be_host"),
    h("p", t("host_does")),
    h(
      "div.tools",
      h("button", { onclick: () => answer(false) }, t("be_host_no")),
      h("button.primary", { onclick: () => answer(true) }, t("be_host_yes")),
    ),
  );
  return dialog;
}
