// Keeps the phone's language in a cookie and loads the page again in it.
const button = /** @type {HTMLElement} */ (document.getElementById("language"));
button.addEventListener("click", () => {
  document.cookie = `lang=${button.lang}; path=/; max-age=31536000; samesite=strict`;
  if (document.cookie.includes(`lang=${button.lang}`)) return location.reload();
  const { no_cookies } = JSON.parse(document.body.dataset.answers ?? "{}");
  button.after(
    Object.assign(document.createElement("p"), { className: "refused", role: "alert", textContent: no_cookies }),
  );
});
