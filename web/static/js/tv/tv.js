// 大画面: the whole table at a glance, in one language or two, with nothing to press.
import { listenToTable } from "../core/live-stream.js";
import { newTerms } from "./new-terms.js";

const SHOWN = document.body.dataset.shown.split(" ");
const WORDS = JSON.parse(document.body.dataset.words);
const games = {},
  decks = {};
const main = document.getElementById("main");
let snap,
  age = null,
  told,
  asked = 0;

function el(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const drawn = ["svg", "polygon", "text"].includes(name);
  const node = drawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(props)) node.setAttribute(key, value);
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return node;
}

// One line a language: the first is the large one.
const lines = (of) => SHOWN.map((lang, at) => el(at ? "span.second" : "span.first", { lang }, of(lang)));
const msg = (key, fill = {}) => lines((lang) => WORDS[lang][key].replace(/\{(\w+)\}/g, (_, name) => fill[name]));
const localize = (text) => lines((lang) => text[lang]);
const netStones = (n) => el(`b.net${n < 0 ? ".minus" : ".plus"}`, {}, n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

function nameSpan(name) {
  return lines((lang) => (lang === "ja" && name.kana ? el("ruby", {}, name.ja, el("rt", {}, name.kana)) : name[lang]));
}

function stonePile(n) {
  const shown = Math.min(Math.abs(n), 199),
    black = Math.floor(shown / 10);
  return el(
    "span.pile",
    { "aria-hidden": "true" },
    [...Array(black).fill("black"), ...Array(shown % 10).fill("white")].map((colour) => el(`i.stone.${colour}`, {})),
  );
}

function head(evening) {
  const game = games[evening.game],
    length = evening.options.length;
  const round =
    typeof length === "number"
      ? msg("round_of", { n: evening.round, all: length })
      : msg("round", { n: evening.round });
  const deals = msg("deals", { name: evening.players[evening.dealer] });
  const won = evening.game_winners.map((player) => evening.players[player]).join(", ");
  return [
    el("p.game", {}, nameSpan(game.name)),
    el("p.round", {}, evening.closed ? msg("closed") : evening.over ? msg("over") : round),
    el("p.deals", {}, evening.over ? won && msg("winners", { names: won }) : !evening.closed && deals),
  ];
}

// What the hands are worth by player: those lying here once all is told of them, else those of the last round.
function worths(evening, last) {
  const now = snap.editing ? null : snap.preview?.settlement;
  const told = now ?? (snap.draft?.begun ? null : last?.settlement),
    order = now ? evening.seat_order : last?.seats;
  return {
    now,
    hands: Object.fromEntries((told?.hands ?? []).filter((hand) => hand.class).map((hand) => [order[hand.seat], hand])),
  };
}

// The last reason sums up those of the single cards, which nobody reads from across the room.
function worth(game, hand) {
  const found = game.classes.find((each) => each.key === hand.class),
    last = hand.reasons.at(-1);
  const total = hand.total != null && String(hand.total) !== hand.class && el("b", {}, String(hand.total));
  return el(
    "div.worth",
    {},
    el("p.class", {}, el("span", {}, found ? nameSpan(found.name) : hand.class), total),
    last && el("p.reason", {}, localize(last.text)),
  );
}

function seats(evening, last) {
  const net = {},
    { now, hands } = worths(evening, last);
  // What the last round brought does not stand beside cards of this one.
  if (!now)
    last?.seats.forEach((player, seat) => {
      net[player] = last.settlement.net[seat];
    });
  return el(
    "ol.seats",
    { "data-seats": evening.players.length },
    evening.players.map((name, player) => {
      const deals = player === evening.dealer && !evening.over && !evening.closed;
      const won = evening.game_winners.includes(player);
      return el(
        `li.seat${deals ? ".dealer" : ""}${won ? ".won" : ""}`,
        {},
        el(
          "p.name",
          {},
          deals && el("span.oya", { lang: "ja", title: WORDS[SHOWN[0]].dealer }, "親"),
          won && "★ ",
          el("bdi", {}, name),
        ),
        el("p.held", {}, el("b", {}, String(evening.stones[player])), net[player] != null && netStones(net[player])),
        stonePile(evening.stones[player]),
        hands[player] && worth(games[evening.game], hands[player]),
      );
    }),
  );
}

function settled(evening, last) {
  const { settlement } = last,
    game = games[evening.game];
  const name = (seat) => evening.players[last.seats[seat]];
  const outcome = game.outcomes[settlement.outcome];
  return el(
    "section.settled",
    {},
    el("h2", {}, msg("round", { n: last.round })),
    outcome && el("p.outcome", {}, localize(outcome)),
    settlement.transfers.length === 0 && el("p.pays", {}, msg("nobody_pays")),
    el(
      "ul.pays",
      {},
      settlement.transfers.map((pay) =>
        el(
          "li",
          {},
          el("span", {}, msg("pays", { a: name(pay.from), b: name(pay.to) })),
          el("b", {}, String(pay.stones)),
        ),
      ),
    ),
    settlement.reasons.map((reason) => el("p.reason", {}, localize(reason.text))),
  );
}

// The outlines say by shape and mark what is doubted, never by colour alone.
function photo(evening, beside) {
  const picture = snap.draft?.picture;
  if (!picture) return null;
  const unit = picture.width / 36,
    faces = decks[evening.deck].faces;
  return el(
    "figure.picture",
    {},
    el(
      "figcaption",
      {},
      msg("cards_now"),
      picture.cards.some((seen) => seen.face === "up" && !seen.sure) && el("span.doubt", {}, "? ", msg("unsure")),
    ),
    el(
      "div.row",
      {},
      el(
        "div.photo",
        {},
        el("img", { src: `/picture/${picture.name}.jpg`, alt: "", width: picture.width, height: picture.height }),
        el(
          "svg",
          {
            viewBox: `0 0 ${picture.width} ${picture.height}`,
            preserveAspectRatio: "xMinYMin meet",
            "aria-hidden": "true",
          },
          picture.cards.map((seen) => {
            const xs = seen.corners.map(([x]) => x),
              ys = seen.corners.map(([, y]) => y);
            const mark = seen.face === "down" ? "–" : seen.sure ? String(faces[seen.card]?.number || "★") : "?";
            return [
              el(`polygon.outline${seen.sure ? "" : ".unsure"}`, {
                points: seen.corners.join(" "),
                "stroke-width": unit * 0.2,
                ...(seen.sure ? {} : { "stroke-dasharray": `${unit * 0.6} ${unit * 0.35}` }),
              }),
              el(
                "text",
                {
                  x: (Math.min(...xs) + Math.max(...xs)) / 2,
                  y: Math.max(...ys) - unit * 0.3,
                  "font-size": unit * 1.5,
                  "stroke-width": unit * 0.25,
                },
                mark,
              ),
            ];
          }),
        ),
      ),
      beside,
    ),
  );
}

function show() {
  const { evening } = snap;
  const now = JSON.stringify([evening, snap.draft?.picture, snap.draft?.begun, snap.preview, snap.people]);
  if (now === told) return;
  told = now;
  if (!evening) {
    document.getElementById("head").replaceChildren();
    main.replaceChildren(
      el(
        "section.waiting",
        {},
        el("p", {}, msg("not_begun")),
        el(
          "ul.here",
          {},
          snap.people.joined.map((name) => el("li", {}, el("bdi", {}, name))),
        ),
      ),
    );
    return;
  }
  const last = evening.rounds.filter((one) => !one.undone).at(-1);
  document.getElementById("head").replaceChildren(...head(evening).filter(Boolean));
  // Words stand where there is room: beside the picture, else below what the last round did.
  const said = el("ul.words", {}),
    seen = photo(evening, said);
  const right = [seen, last && settled(evening, last), !seen && last && said].filter(Boolean);
  main.replaceChildren(
    el(
      "div.left",
      {},
      seats(evening, last),
      evening.pot > 0 && el("p.pot", {}, msg("pot"), el("b", {}, String(evening.pot)), stonePile(evening.pot)),
    ),
    ...(right.length ? [el(`div.right${seen && last ? ".both" : ""}`, {}, right)] : []),
  );
  words(evening, said);
  fit();
}

// Nobody taps across a room: a native word is explained in the round in which it first stands on the screen.
async function words(evening, box) {
  if (!box.isConnected) return;
  const mine = ++asked,
    list = await newTerms(evening, main, get).catch(() => []);
  if (mine !== asked) return;
  box.replaceChildren(
    ...list.map(({ name, says }) =>
      el(
        "li",
        {},
        el("b", { lang: "ja" }, name.ja),
        el(
          "p",
          {},
          SHOWN.map((lang, at) =>
            el(at ? "span.second" : "span.first", { lang }, lang === "ja" ? says.ja : `${name.en} – ${says.en}`),
          ),
        ),
      ),
    ),
  );
  fit();
}

// What is long is set smaller, down to half, rather than cut off; the small stones go before the letters do.
function fits(boxes, least) {
  return boxes
    .map((box) => {
      for (let size = 1; size >= least; size -= 0.05) {
        box.style.setProperty("--size", size);
        if (box.scrollHeight <= box.clientHeight) return true;
      }
      return false;
    })
    .every(Boolean);
}

function fit() {
  const list = main.querySelector(".seats"),
    boxes = [...main.querySelectorAll(".seat")];
  list?.classList.remove("tight");
  if (!fits(boxes, 0.85)) {
    list.classList.add("tight");
    fits(boxes, 0.5);
  }
  fits([...main.querySelectorAll(".settled, .words")], 0.5);
}

function banner() {
  const box = document.getElementById("banner");
  document.body.classList.toggle("old", age != null);
  const old =
    age == null ? null : age < 120 ? msg("old_seconds", { n: age }) : msg("old_minutes", { n: Math.round(age / 60) });
  if (old) {
    const lost = msg("lost");
    lost.forEach((line, at) => {
      line.append(" ", ...old[at].childNodes);
    });
    box.replaceChildren(...lost);
  } else box.replaceChildren(...(snap?.says ? localize(snap.says) : []));
}

addEventListener("resize", fit);
document.getElementById("scan").append(...msg("scan_to_join"));
const get = async (path) => (await fetch(path)).json();
const [known, packs] = await Promise.all([get("/api/games"), get("/api/decks")]);
for (const game of known.games) games[game.key] = game;
for (const deck of packs.decks) decks[deck.kind] = deck;
listenToTable(
  (news) => {
    snap = news;
    show();
    banner();
  },
  (seconds) => {
    if (seconds !== age) {
      age = seconds;
      banner();
    }
  },
);
