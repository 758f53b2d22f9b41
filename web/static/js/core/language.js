// The phone remembers its language; the page comes again in it.
const button = document.getElementById("language");
button.addEventListener("click", () => {
  document.cookie = `lang=${button.lang}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
});
