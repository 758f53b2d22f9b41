// Another game or house rule may change defaults: the form comes again, nothing told is lost.
const form = document.getElementById("start");
form.addEventListener("change", ({ target }) => {
  if (!/^(game$|evening$|o\.|n\.)/.test(target.name)) return;
  for (const field of form.querySelectorAll("[name^='o.'], [name^='n.']"))
    field.disabled = target.name === "game" || field.value === (field.dataset.default ?? "");
  form.open.value = form.querySelector("details")?.open ? 1 : "";
  sessionStorage.setItem("scroll", scrollY);
  form.method = "get";
  form.submit();
});
// One more name: a box more, at once; without a script the form comes again with it.
const more = document.getElementById("more"),
  list = document.getElementById("players");
more?.addEventListener("click", (event) => {
  event.preventDefault();
  const row = list.lastElementChild.cloneNode(true),
    box = row.firstElementChild;
  box.value = "";
  box.required = false;
  box.setAttribute("aria-label", more.dataset.label.replace("{n}", list.children.length + 1));
  list.append(row);
  more.hidden = list.children.length >= Number(more.dataset.most);
  box.focus();
});
scrollTo(0, sessionStorage.getItem("scroll") ?? 0);
sessionStorage.removeItem("scroll");
