// Says so at a form whose file is larger than the server takes, before it is sent.
const MAX_BYTES = 16 * 1024 * 1024;

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=file]"));
  const isTooLarge = [...fields].some((field) => [...(field.files ?? [])].some((file) => file.size > MAX_BYTES));
  form.querySelector("[data-too-large]")?.remove();
  if (!isTooLarge) return;
  event.preventDefault();
  const { too_large } = JSON.parse(document.body.dataset.answers ?? "{}");
  const line = Object.assign(document.createElement("p"), {
    className: "refused",
    role: "alert",
    textContent: too_large,
  });
  line.dataset.tooLarge = "";
  form.prepend(line);
});
