/** Light and dark: as the system, until the user chooses. */

import {html, useState} from "./lib/preact.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const kept = () => { try { return localStorage.getItem("gametree-theme"); } catch { return null; } };
const show = theme => { document.documentElement.dataset.theme = theme || (dark.matches ? "dark" : "light"); };

show(kept());
dark.addEventListener("change", () => show(kept()));

/** The button that changes between the two. */
export function Theme() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  const change = () => {
    const next = theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("gametree-theme", next); } catch { /* a private window: it holds until the page is closed */ }
    show(next);
    setTheme(next);
  };
  return html`<button class="plain" onClick=${change} title=${theme === "dark" ? "Light colours" : "Dark colours"}
    aria-label=${theme === "dark" ? "Change to light colours" : "Change to dark colours"}>${theme === "dark" ? "☀" : "☾"}</button>`;
}
