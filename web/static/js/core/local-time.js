// Shows every time of a page as this phone writes times.
const lang = document.documentElement.lang;
const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const FORMAT = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.getAttribute("datetime") ?? "");
  if (!Number.isNaN(at.getTime())) time.textContent = FORMAT.format(at);
}
