// Another game or house rule may bring other defaults: the form comes again with what was changed and nobody's name lost.
const form = document.getElementById("start");
form.addEventListener("change", ({ target }) => {
  if (target.name === "player" || target.name === "deck") return;
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (name === "game" || name === "deck" || name === "player" && value) asked.append(name, value);
  if (target.name !== "game") {
    for (const field of form.querySelectorAll("[data-default]")) if (field.value !== field.dataset.default) asked.append(field.name, field.value);
    for (const field of form.querySelectorAll("[name^='n.']")) if (field.value) asked.append(field.name, field.value);
  }
  if (form.querySelector("details")?.open) asked.append("open", "1");
  sessionStorage.setItem("scroll", scrollY);
  location.replace(`/start?${asked}`);
});
scrollTo(0, sessionStorage.getItem("scroll") ?? 0);
sessionStorage.removeItem("scroll");
