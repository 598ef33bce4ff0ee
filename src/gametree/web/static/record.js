/** The record of a game: a tree of moves, in which every node's first child continues the main line. */

/** @typedef {{action: number|null, name: string, parent: Node|null, children: Node[], ply: number, info: object|null,
 *             comment: string, before: string, glyphs: number[], worth: {share: number, value: number, proven: boolean, move?: string, action?: number}|null}} Node */

import {fresh} from "./store.js";

let count = 0;

/** @returns {Node} */
function makeNode(parent, action, name) {
  return {id: ++count, action, name, parent, children: [], ply: parent ? parent.ply + 1 : 0, info: null, worth: null, comment: "", before: "", glyphs: []};
}

export class Record {
  /** A record that was read: the position it starts from, and its nodes, each {parent, action, name} and perhaps what is
   *  said about it; 0 is the root. */
  static of(position, listed, {comment = "", tags = {}, id} = {}) {
    const record = new Record(position, id), nodes = [record.root];
    for (const {parent, action, name, ...said} of listed) {
      record.current = nodes[parent];
      const node = record.play(action, name);
      for (const key of ["comment", "before", "glyphs"]) if (said[key]) node[key] = said[key];
      nodes.push(node);
    }
    record.root.comment = comment;
    record.tags = tags;
    record.current = record.root;
    record.current = record.line().at(-1);
    return record;
  }

  /** @param {string|null} position the text of the position that the game starts from; null for the initial one */
  constructor(position = null, id = fresh()) {
    Object.assign(this, {position, id, tags: {}});
    this.root = makeNode(null, null, "");
    this.current = this.root;
  }

  /** The nodes from the root to a node. */
  path(node = this.current) {
    const nodes = [];
    for (let n = node; n; n = n.parent) nodes.unshift(n);
    return nodes;
  }

  /** The actions that lead to a node. */
  actions(node = this.current) { return this.path(node).slice(1).map(n => n.action); }

  /** The names of the moves that lead to a node. */
  names(node = this.current) { return this.path(node).slice(1).map(n => n.name); }

  /** Play a move from the current node: a new variation, or one that is there already. */
  play(action, name) {
    let child = this.current.children.find(n => n.action === action);
    if (!child) {
      child = makeNode(this.current, action, name);
      this.current.children.push(child);
    }
    this.current = child;
    return child;
  }

  /** The line through the current node: the way to it, and its first children to the end. */
  line() {
    const nodes = this.path();
    for (let n = this.current.children[0]; n; n = n.children[0]) nodes.push(n);
    return nodes;
  }

  /** All nodes but the root, each after its parent, as the server takes them; `at` is the number of the current one. */
  listed() {
    const numbers = new Map([[this.root, 0]]), nodes = [], waiting = [this.root];
    while (waiting.length) {
      const node = waiting.pop();
      for (const child of node.children) {
        numbers.set(child, numbers.size);
        const {action, name, comment, before, glyphs} = child;
        nodes.push({parent: numbers.get(node), action, name, ...(comment ? {comment} : {}), ...(before ? {before} : {}), ...(glyphs.length ? {glyphs} : {})});
      }
      waiting.push(...node.children);
    }
    return {nodes, at: numbers.get(this.current)};
  }

  /** Go along a row of actions as far as they were played. */
  follow(actions) {
    let node = this.root;
    for (const action of actions) {
      const next = node.children.find(n => n.action === action);
      if (!next) break;
      node = next;
    }
    this.current = node;
  }

  /** The node one step away: "back", "on", "first", "last", "up" or "down" (another variation); null if there is none. */
  step(where) {
    const {current, root} = this;
    if (where === "back") return current.parent;
    if (where === "on") return current.children[0] ?? null;
    if (where === "first") return root;
    if (where === "last") return this.line().at(-1);
    const siblings = current.parent?.children ?? [];
    return siblings[siblings.indexOf(current) + (where === "up" ? -1 : 1)] ?? null;
  }

  /** Make the variation that leads to a node the main line. */
  promote(node) {
    for (let n = node; n.parent; n = n.parent) {
      const siblings = n.parent.children;
      siblings.splice(siblings.indexOf(n), 1);
      siblings.unshift(n);
    }
  }

  /** Remove a move and all that follows it. */
  remove(node) {
    if (!node.parent) return;
    if (this.path().includes(node)) this.current = node.parent;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
  }
}
