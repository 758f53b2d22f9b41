// Which tab is open. Whoever goes elsewhere while the table works is not taken away from there when it answers.

const openTabName = () => location.hash || "#table";
// The name alone would not tell of a tab that was left and opened again, and its event comes after the name has changed.
let changes = 0;
addEventListener("hashchange", () => {
  changes += 1;
});

/** Remembers the tab that is open now. What it returns says whether that tab has been open ever since. */
export function rememberTab() {
  const name = openTabName();
  const before = changes;
  return () => changes === before && openTabName() === name;
}
