// Another game or house rule may change defaults: the form comes again, nothing told is lost.
const form = document.getElementById("start");
form.addEventListener("change", ({ target }) => {
  if (!/^(game$|o\.|n\.)/.test(target.name)) return;
  for (const field of form.querySelectorAll("[name^='o.'], [name^='n.']"))
    field.disabled = target.name === "game" || field.value === (field.dataset.default ?? "");
  form.open.value = form.querySelector("details")?.open ? 1 : "";
  sessionStorage.setItem("scroll", scrollY);
  form.method = "get";
  form.submit();
});
scrollTo(0, sessionStorage.getItem("scroll") ?? 0);
sessionStorage.removeItem("scroll");
