/** The colours of the page: as the system says, or as was chosen here. */

const KEY = "mooring.theme";
const ORDER = ["auto", "light", "dark"];

/** The choice: auto, light or dark. */
export function theme() {
  return document.documentElement.dataset.theme ?? "auto";
}

/** Takes the next choice. */
export function nextTheme() {
  const next = ORDER[(ORDER.indexOf(theme()) + 1) % ORDER.length];
  if (next === "auto") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
  }
  document.dispatchEvent(new CustomEvent("mooring-theme"));
}

/** A colour of the style sheet as it is now. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  document.dispatchEvent(new CustomEvent("mooring-theme")),
);
