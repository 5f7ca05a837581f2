/** The newest turns of this node. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get, path } from "../api.js";
import { live } from "../live.js";
import { empty, tokenLegend, turnTable } from "../parts.js";
import { Resource } from "../resource.js";

const LIMIT = 100;

export function turns(at, redraw) {
  const moved = at.query.get("moved") === "true";
  const all = new Resource(() => get(path(["turns"], { limit: LIMIT, moved: moved ? "true" : undefined })), redraw);
  const fresh = [];
  const heard = (event) => {
    if (!moved || event.detail.moved) {
      fresh.unshift(event.detail);
      fresh.splice(LIMIT);
    }
  };
  live.addEventListener("turn", heard);
  all.refresh();

  function rows(answer) {
    const known = new Set(fresh.map((turn) => turn.requestId));
    return [...fresh, ...answer.turns.filter((turn) => !known.has(turn.requestId))].slice(0, LIMIT);
  }

  function list(answer) {
    const shown = rows(answer);
    if (shown.length === 0) {
      return moved
        ? empty("No turn has moved. Every session has stayed where its cache is.")
        : empty("No requests yet: point a client at this gateway's API listener, and its turns appear here.");
    }
    return html`${tokenLegend()}${turnTable("Turns", shown)}`;
  }

  const filter = (name, to, current) => html`<a href=${to} aria-current=${current ? "true" : nothing}>${name}</a>`;

  return {
    draw: () => html`<h1 tabindex="-1">Turns</h1>
      <nav class="filter" aria-label="Which turns">${filter("All", "#/turns", !moved)} ${filter("Moved", "#/turns?moved=true", moved)}</nav>
      <section class="panel" aria-label="Turns">${all.draw(list)}</section>
      <p class="quiet">The newest on this node, up to ${LIMIT}, as they end.</p>`,
    close: () => live.removeEventListener("turn", heard),
  };
}
