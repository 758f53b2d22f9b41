// 手: the round being told, by picture or by hand, and what it would settle.

import { answersConfirmed, post, postChange, sendAnswers } from "../core/api.js";
import { el, localize, msg, plural, redraw, showToast } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { netStones } from "../core/stones.js";
import { store } from "../core/store.js";
import { classLabel, settlementView } from "../table/settlement.js";
import { roundLabel } from "../table/table.js";
import { cardThumb, checkLabel, promptOwner } from "./cards.js";
import { photoView } from "./photo.js";
import { hostSwitches } from "./table-watch.js";

const correct = lazyAction(() => import("./card-sheets.js").then((part) => part.openCorrectionSheet));
const enter = lazyAction(() => import("./card-sheets.js").then((part) => part.openEntrySheet));

async function see(path, body) {
  store.busyMessage = msg("reading");
  redraw();
  const answer = await post(path, body);
  store.busyMessage = null;
  redraw();
  if (answer) showToast(plural("seen_one", "seen", answer.cards));
  return answer;
}

export const dealDemo = async (go) =>
  (await see("/api/demo/round", { version: store.snapshot.version })) && go("hands");

function camera(label, to, kind) {
  const input = el("input", {
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
  return el(`label.button.${kind}`, el("i.lens"), kind === "round" ? el("span.aural", label) : ` ${label}`, input);
}

function hand(ask) {
  const preview = store.snapshot.preview.settlement?.hands.find((one) => one.seat === ask.seat);
  const worth = preview?.class && store.cardPrompts().find((one) => one.seat === ask.seat) === ask;
  const told = store.cardsOf(ask.path);
  return el(
    "section.panel.hand",
    el(
      "div.hand-head",
      el(
        "h3",
        el("bdi", promptOwner(ask)),
        ask.seat === 0 && el("span.oya", { lang: "ja", "aria-label": msg("dealer") }, "親"),
      ),
      worth &&
        el(
          "span.class",
          classLabel(preview.class),
          preview.total != null &&
            classLabel(preview.class).textContent !== String(preview.total) &&
            ` · ${preview.total}`,
        ),
    ),
    localize(ask.help) && el("p.hint", localize(ask.help)),
    el(
      "div.cards",
      told.map((one, at) =>
        cardThumb(one, `card ${ask.path} ${at}`, store.mayEdit(ask) && (() => correct(ask.path, at))),
      ),
      store.mayEdit(ask) &&
        el(
          "button.add",
          {
            "data-key": `add ${ask.path}`,
            "aria-label": `${msg("add_card")}: ${promptOwner(ask)}`,
            onclick: () => enter(ask, msg("cards_of", { name: promptOwner(ask) })),
          },
          "＋",
        ),
      store.isHost &&
        store.snapshot.scanner.state === "up" &&
        camera(`${msg("one_hand")}: ${promptOwner(ask)}`, ask.path, "round"),
    ),
  );
}

// What else is asked of a seat stands with its cards.
function told() {
  const boxes = [];
  let seat = null;
  for (const ask of store.snapshot.asks) {
    const beside = ask.kind !== "cards" && ask.seat != null && ask.seat === seat;
    if (beside) boxes.at(-1).append(question(ask, beside));
    else boxes.push(ask.kind === "cards" ? hand(ask) : el("section.panel", question(ask)));
    seat = ask.seat;
  }
  return boxes;
}

function question(ask, beside) {
  const value = store.answerTo(ask.path) ?? ask.default;
  const answer = (next) => sendAnswers({ [ask.path]: next });
  const label = [
    !beside && ask.seat != null && el("bdi", store.seatName(ask.seat), " · "),
    localize(ask.label),
    ask.optional && el("small", ` ${msg("optional")}`),
  ];
  return el(
    "div.ask",
    el("h3", label),
    localize(ask.help) && el("p.hint", localize(ask.help)),
    ask.kind === "number" ? number(ask, value, answer) : choices(ask, value, answer),
  );
}

function number(ask, value, answer) {
  const said = () => answer(input.value === "" ? null : Number(input.value));
  const input = el("input", {
    type: "number",
    inputmode: "numeric",
    min: ask.least,
    max: ask.most < ask.least ? null : ask.most,
    value: value ?? "",
    disabled: !store.isHost,
    "aria-label": localize(ask.label),
    onchange: said,
  });
  const step = (sign, how) =>
    store.isHost &&
    el(
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
  return el("div.stepper", step("−", "stepDown"), input, step("+", "stepUp"));
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
  return el(
    "div.chips",
    ask.values.map((each, at) =>
      el(
        "button.chip",
        {
          disabled: !store.isHost,
          "aria-pressed": on(each),
          "data-key": `${ask.path} ${at}`,
          onclick: () => tap(each),
        },
        ask.says[at] ? localize(ask.says[at]) : String(each ?? msg("none")),
      ),
    ),
  );
}

function outcome() {
  const { preview, draft, asks } = store.snapshot;
  if (preview.settlement)
    return el(
      "section.panel.preview",
      el(
        "h2",
        store.snapshot.editing ? msg("round", { n: store.snapshot.editing.round }) : roundLabel(store.evening.round),
      ),
      settlementView(preview.settlement, (seat) => store.seatName(seat)),
    );
  if (!draft.begun) return null;
  if (preview.error) {
    const { message, code, seat } = preview.error;
    return el(
      "section.panel.refused",
      { role: "alert" },
      el("p", seat != null && el("b", el("bdi", store.seatName(seat)), ": "), localize(message)),
      el("p.code", code),
    );
  }
  const what = preview.missing.map((path) => promptOwner(asks.find((ask) => ask.path === path)));
  return what.length > 0 && el("p.hint", msg("missing", { what: what.join(", ") }));
}

export function handsView(go) {
  const { scanner, draft, preview } = store.snapshot;
  const seeing = scanner.state === "up";
  const unsure = draft.unsure,
    editing = store.snapshot.editing;
  const book = async () => {
    if (!(await answersConfirmed()) || JSON.stringify(store.snapshot.draft.answers) !== JSON.stringify(draft.answers))
      return showToast(msg("look_again"));
    const answer = await postChange("/api/rounds", { answers: draft.answers });
    if (answer) {
      showToast(msg("booked"));
      go(editing ? "history" : "table");
    }
  };
  return [
    store.isHost &&
      el(
        "div.tools",
        seeing && camera(msg("whole_table"), null, "wide"),
        seeing &&
          scanner.camera &&
          el(
            "button",
            {
              disabled: store.busyMessage,
              "data-key": "scan",
              onclick: () => see("/api/look", { version: store.snapshot.version }),
            },
            msg("scan"),
          ),
        seeing && scanner.camera && !editing && hostSwitches(store.busyMessage),
        scanner.demo &&
          !editing &&
          el(
            draft.begun ? "button" : "button.primary",
            { disabled: store.busyMessage || !seeing, onclick: () => dealDemo(go) },
            msg("deal_demo"),
          ),
      ),
    seeing && scanner.camera && el("i", { "data-watch": true, hidden: true }),
    store.busyMessage && el("p.busy", { role: "status" }, store.busyMessage),
    photoView(),
    told(),
    outcome(),
    store.isHost &&
      draft.begun &&
      !editing &&
      el(
        "p",
        el(
          "button.quiet",
          { onclick: () => post("/api/draft/clear", { version: store.snapshot.version }) },
          msg("clear"),
        ),
      ),
    store.isHost &&
      el(
        "div.bar",
        preview.settlement?.net.map((n, seat) => el("bdi", store.seatName(seat), netStones(n))),
        unsure > 0 && el("p.hint.unsure", `◆ ${checkLabel(unsure)}`),
        el(
          "button.primary.big",
          { "data-key": "book", disabled: !preview.settlement || unsure > 0, onclick: book },
          msg(editing ? "book_edit" : "book"),
        ),
      ),
  ];
}
