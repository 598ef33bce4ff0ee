/** How long something has been going on. */

import {html, useEffect, useState} from "./lib/preact.js";

/** Whole seconds since it appeared on the page: " 5 s"; nothing in the first. */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begin = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - begin) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return seconds ? html`<span class="elapsed" aria-hidden="true"> ${seconds} s</span>` : null;
}
