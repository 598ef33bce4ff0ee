/**
 * A search to step through in a notebook: the page's tab, with the notebook's kernel instead of the server.
 *
 * The model (see gametree/notebook.py) is described in stepper.js. Boards are asked for by messages: {board: id}.
 */

import {html, render} from "./lib/preact.js";
import {Stepper} from "./stepper.js";

/** anywidget calls this for every place where the widget is shown. */
export default {
  render({model, el}) {
    const waiting = new Map();
    const boards = id => new Promise(found => { waiting.set(id, found); model.send({board: id}); });
    const answered = message => { waiting.get(message.board)?.(message); waiting.delete(message.board); };
    model.on("msg:custom", answered);
    const root = document.createElement("div");
    root.className = "gametree-widget";
    el.append(root);
    render(html`<${Stepper} model=${model} boards=${boards} keys=${root} />`, root);
    return () => { model.off("msg:custom", answered); render(null, root); };
  },
};
