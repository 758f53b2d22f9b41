// Which tab is open. Whoever goes elsewhere while the table works is not taken away from there when it answers.

const openTabName = () => location.hash || "#table";

/** Remembers the tab that is open now. What it returns says whether that tab is still the open one. */
export function rememberTab() {
  const name = openTabName();
  return () => openTabName() === name;
}
