// Keeps the phone's language in a cookie and loads the page again in it.
const button = /** @type {HTMLElement} */ (document.getElementById("language"));
button.addEventListener("click", () => {
  document.cookie = `lang=${button.lang}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
});
