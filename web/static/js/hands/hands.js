// 手: the round being told, by picture or by hand, and what it would settle.

import { change, send, shown, tell } from "../core/api.js";
import { count, h, redraw, say, t, toast } from "../core/dom.js";
import { tapped } from "../core/lazy.js";
import { gain } from "../core/stones.js";
import { S } from "../core/store.js";
import { className, settled } from "../table/settlement.js";
import { roundWords } from "../table/table.js";
import { owner, thumb, toCheck } from "./cards.js";
import { photo } from "./photo.js";
import { switches } from "./table-watch.js";

const correct = tapped(() => import("./card-sheets.js").then((part) => part.correct));
const enter = tapped(() => import("./card-sheets.js").then((part) => part.enter));

async function see(path, body) {
  S.busy = t("reading");
  redraw();
  const answer = await send(path, body);
  S.busy = null;
  redraw();
  if (answer) toast(count("seen_one", "seen", answer.cards));
  return answer;
}

export const dealDemo = async (go) => (await see("/api/demo/round", { version: S.snap.version })) && go("hands");

function camera(label, to, kind) {
  const input = h("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    "aria-label": label,
    onchange: () => {
      const [file] = input.files;
      if (file) see(`/api/picture${to ? `?to=${encodeURIComponent(to)}` : ""}`, file);
      input.value = "";
    },
  });
  return h(`label.button.${kind}`, h("i.lens"), kind === "round" ? h("span.aural", label) : ` ${label}`, input);
}

function hand(ask) {
  const preview = S.snap.preview.settlement?.hands.find((one) => one.seat === ask.seat);
  const worth = preview?.class && S.cardAsks().find((one) => one.seat === ask.seat) === ask;
  const told = S.hand(ask.path);
  return h(
    "section.panel.hand",
    h(
      "div.hand-head",
      h("h3", h("bdi", owner(ask)), ask.seat === 0 && h("span.oya", { lang: "ja", "aria-label": t("dealer") }, "親")),
      worth &&
        h(
          "span.class",
          className(preview.class),
          preview.total != null &&
            className(preview.class).textContent !== String(preview.total) &&
            ` · ${preview.total}`,
        ),
    ),
    say(ask.help) && h("p.hint", say(ask.help)),
    h(
      "div.cards",
      told.map((one, at) => thumb(one, `card ${ask.path} ${at}`, S.may(ask) && (() => correct(ask.path, at)))),
      S.may(ask) &&
        h(
          "button.add",
          {
            "data-key": `add ${ask.path}`,
            "aria-label": `${t("add_card")}: ${owner(ask)}`,
            onclick: () => enter(ask, t("cards_of", { name: owner(ask) })),
          },
          "＋",
        ),
      S.host && S.snap.scanner.state === "up" && camera(`${t("one_hand")}: ${owner(ask)}`, ask.path, "round"),
    ),
  );
}

// What else is asked of a seat stands with its cards.
function told() {
  const boxes = [];
  let seat = null;
  for (const ask of S.snap.asks) {
    const beside = ask.kind !== "cards" && ask.seat != null && ask.seat === seat;
    if (beside) boxes.at(-1).append(question(ask, beside));
    else boxes.push(ask.kind === "cards" ? hand(ask) : h("section.panel", question(ask)));
    seat = ask.seat;
  }
  return boxes;
}

function question(ask, beside) {
  const value = S.answer(ask.path) ?? ask.default;
  const answer = (next) => tell({ [ask.path]: next });
  const label = [
    !beside && ask.seat != null && h("bdi", S.seatName(ask.seat), " · "),
    say(ask.label),
    ask.optional && h("small", ` ${t("optional")}`),
  ];
  return h(
    "div.ask",
    h("h3", label),
    say(ask.help) && h("p.hint", say(ask.help)),
    ask.kind === "number" ? number(ask, value, answer) : choices(ask, value, answer),
  );
}

function number(ask, value, answer) {
  const said = () => answer(input.value === "" ? null : Number(input.value));
  const input = h("input", {
    type: "number",
    inputmode: "numeric",
    min: ask.least,
    max: ask.most < ask.least ? null : ask.most,
    value: value ?? "",
    disabled: !S.host,
    "aria-label": say(ask.label),
    onchange: said,
  });
  const step = (sign, how) =>
    S.host &&
    h(
      "button",
      {
        "aria-label": `${sign}1`,
        "data-key": how + ask.path,
        onclick: () => {
          input[how]();
          said();
        },
      },
      sign,
    );
  return h("div.stepper", step("−", "stepDown"), input, step("+", "stepUp"));
}

function choices(ask, value, answer) {
  const several = ask.kind === "choices";
  const on = (each) => (several ? (value ?? []).includes(each) : value === each);
  const tap = (each) =>
    answer(
      !several
        ? on(each) && ask.optional
          ? null
          : each
        : on(each)
          ? value.filter((one) => one !== each)
          : [...(value ?? []), each],
    );
  return h(
    "div.chips",
    ask.values.map((each, at) =>
      h(
        "button.chip",
        { disabled: !S.host, "aria-pressed": on(each), "data-key": `${ask.path} ${at}`, onclick: () => tap(each) },
        ask.says[at] ? say(ask.says[at]) : String(each ?? t("none")),
      ),
    ),
  );
}

function outcome() {
  const { preview, draft, asks } = S.snap;
  if (preview.settlement)
    return h(
      "section.panel.preview",
      h("h2", S.snap.editing ? t("round", { n: S.snap.editing.round }) : roundWords(S.evening.round)),
      settled(preview.settlement, (seat) => S.seatName(seat)),
    );
  if (!draft.begun) return null;
  if (preview.error) {
    const { message, code, seat } = preview.error;
    return h(
      "section.panel.refused",
      { role: "alert" },
      h("p", seat != null && h("b", h("bdi", S.seatName(seat)), ": "), say(message)),
      h("p.code", code),
    );
  }
  const what = preview.missing.map((path) => owner(asks.find((ask) => ask.path === path)));
  return what.length > 0 && h("p.hint", t("missing", { what: what.join(", ") }));
}

export function hands(go) {
  const { scanner, draft, preview } = S.snap;
  const seeing = scanner.state === "up";
  const unsure = draft.unsure,
    editing = S.snap.editing;
  const book = async () => {
    if (!(await shown()) || JSON.stringify(S.snap.draft.answers) !== JSON.stringify(draft.answers))
      return toast(t("look_again"));
    const answer = await change("/api/rounds", { answers: draft.answers });
    if (answer) {
      toast(t("booked"));
      go(editing ? "history" : "table");
    }
  };
  return [
    S.host &&
      h(
        "div.tools",
        seeing && camera(t("whole_table"), null, "wide"),
        seeing &&
          scanner.camera &&
          h(
            "button",
            { disabled: S.busy, "data-key": "scan", onclick: () => see("/api/look", { version: S.snap.version }) },
            t("scan"),
          ),
        seeing && scanner.camera && !editing && switches(S.busy),
        scanner.demo &&
          !editing &&
          h(
            draft.begun ? "button" : "button.primary",
            { disabled: S.busy || !seeing, onclick: () => dealDemo(go) },
            t("deal_demo"),
          ),
      ),
    seeing && scanner.camera && h("i", { "data-watch": true, hidden: true }),
    S.busy && h("p.busy", { role: "status" }, S.busy),
    photo(),
    told(),
    outcome(),
    S.host &&
      draft.begun &&
      !editing &&
      h("p", h("button.quiet", { onclick: () => send("/api/draft/clear", { version: S.snap.version }) }, t("clear"))),
    S.host &&
      h(
        "div.bar",
        preview.settlement?.net.map((n, seat) => h("bdi", S.seatName(seat), gain(n))),
        unsure > 0 && h("p.hint.unsure", `◆ ${toCheck(unsure)}`),
        h(
          "button.primary.big",
          { "data-key": "book", disabled: !preview.settlement || unsure > 0, onclick: book },
          t(editing ? "book_edit" : "book"),
        ),
      ),
  ];
}
