/** The link from a control to the page of the docs that explains it. */

import {html} from "./lib/preact.js";

/** The address of a page of the docs and a heading in it. */
export const address = (page, at = "") => `/docs/${page}${at ? "#" + at : ""}`;

/** A small question mark that leads there, in a new tab so that nothing is lost. */
export const Help = ({page = "page", at = "", label}) => html`<a class="help" href=${address(page, at)} target="_blank"
  rel="noopener" title=${label || `Help: ${at.replaceAll("-", " ")}`} aria-label=${label || `Help: ${at.replaceAll("-", " ")}`}>?</a>`;
