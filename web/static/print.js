// 早見表: the sheet goes to the printer.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
