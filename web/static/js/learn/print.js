// The button that prints the cheat sheet.
import { byId } from "../core/dom.js";

byId("print").addEventListener("click", () => print());
