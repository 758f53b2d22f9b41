// 役替わり: a page made for whoever held this phone comes again when somebody else does, or may do more or less now; what
// it tells of other phones is told anew.
import { listenToTable } from "./live-stream.js";
import { watchPress } from "./press-guard.js";

const was = JSON.parse(document.body.dataset.as),
  news = document.getElementById("news"),
  here = news.querySelector("a").href;
const pressed = watchPress(document.body, () => owed && follow());
let number,
  owed = false;

const typed = () =>
  [...document.querySelectorAll("input:not([type=hidden])")].some((one) => one.value !== one.defaultValue);

async function look(snap) {
  if (snap.people.number === number) return;
  number = snap.people.number;
  const answer = await fetch("/api/me").catch(() => null);
  if (!answer?.ok) {
    number = null;
    return;
  }
  const now = await answer.json();
  if (Object.keys(was).every((key) => was[key] === now[key])) return follow();
  // Who is typing is told, and goes on.
  if (typed()) news.hidden = false;
  else location.replace(here);
}

// Nothing is changed under the hands of somebody who is about to do something with it.
const held = (part) =>
  pressed() || part.contains(document.activeElement) || part.querySelector("details[open]") !== null;
async function follow() {
  const part = document.querySelector("[data-follows]");
  if (!part) return;
  owed = held(part);
  if (owed) return;
  const asked = number,
    answer = await fetch(here).catch(() => null);
  const fresh =
    answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-follows]");
  if (!fresh) return;
  owed = held(part);
  if (!owed && asked === number) part.replaceWith(fresh);
}

for (const freed of ["focusout", "toggle"])
  document.addEventListener(freed, () => setTimeout(() => owed && follow()), true);
listenToTable(look, () => {});
