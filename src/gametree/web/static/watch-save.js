/** What is shown, as a file: the drawing of this step (SVG, PNG, TikZ), or the whole search as one page. */

import {html, useState} from "./lib/preact.js";

/** Hand a file to the browser. */
export function download(name, blob) {
  const link = Object.assign(document.createElement("a"), {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A drawing as pixels, twice as fine as it is on the screen. */
function pixels(drawing) {
  const image = new Image();
  return new Promise((done, failed) => {
    image.onload = () => {
      const canvas = Object.assign(document.createElement("canvas"), {width: 2 * image.width, height: 2 * image.height});
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(blob => blob ? done(blob) : failed(new Error("the drawing is too large for a PNG")), "image/png");
    };
    image.onerror = () => failed(new Error("the browser could not draw it"));
    image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  });
}

const KINDS = [
  ["svg", "SVG", "the drawing of this step, for documents", "image/svg+xml"],
  ["png", "PNG", "the drawing of this step, as pixels", "image/png"],
  ["tikz", "TikZ", "the drawing of this step, for LaTeX", "text/x-tex"],
  ["html", "Page", "all steps, as one file that runs alone in any browser", "text/html"],
];

/** @param {{fetch: (as: string) => Promise<{name: string, text: string}>, say: (text: string) => void}} props */
export function Save({fetch, say}) {
  const [busy, setBusy] = useState(false);
  const save = async (as, type) => {
    setBusy(true);
    try {
      const {name, text} = await fetch(as === "png" ? "svg" : as);
      download(as === "png" ? name.replace(/svg$/, "png") : name, as === "png" ? await pixels(text) : new Blob([text], {type}));
      say(`saved as ${as === "png" ? name.replace(/svg$/, "png") : name}`);
    } catch (error) {
      say(error.message);
    }
    setBusy(false);
  };
  return html`<span class="row save" role="group" aria-label="Save as"><span class="muted">Save</span>
    ${KINDS.map(([as, words, title, type]) => html`<button class="small" key=${as} data-as=${as} title=${title} disabled=${busy}
      onClick=${() => save(as, type)}>${words}</button>`)}</span>`;
}
