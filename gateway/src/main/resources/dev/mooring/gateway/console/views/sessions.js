/** Sessions, the last used first; found by the beginning of their hash or by their ID. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get, path } from "../api.js";
import { count, percent, place } from "../format.js";
import { ago, empty, sessionLink, table } from "../parts.js";
import { Resource } from "../resource.js";

const LIMIT = 50;

const HEADS = [
  { name: "Session" },
  { name: "Served by" },
  { name: "Model", kind: "wide" },
  { name: "API", kind: "wide" },
  { name: "Last used" },
  { name: "Requests", kind: "num" },
  { name: "Input cached", kind: "num" },
  { name: "Switches", kind: "num" },
  { name: "Active", kind: "wide" },
];

const row = (session) => html`<tr>
  <td>${sessionLink(session)}</td>
  <td>${place(session)}</td>
  <td class="wide">${session.model}</td>
  <td class="wide">${session.api ?? "–"}</td>
  <td>${ago(session.lastUsedAt)}</td>
  <td class="num">${count(session.requests)}</td>
  <td class="num">${session.inputTokens > 0 ? percent((session.cachedTokens ?? 0) / session.inputTokens) : "–"}</td>
  <td class="num">${count(session.switches)}</td>
  <td class="wide">${session.active ? "yes" : "no"}</td>
</tr>`;

export function sessions(at, redraw) {
  const query = at.query.get("query") ?? "";
  const cursor = at.query.get("cursor") ?? "";
  const all = new Resource(() => get(path(["sessions"], { query, cursor, limit: LIMIT })), redraw);
  all.refresh();

  function search(event) {
    event.preventDefault();
    location.hash = "#/" + path(["sessions"], { query: event.target.elements.query.value.trim() });
  }

  function list(answer) {
    if (answer.sessions.length === 0) {
      return query === ""
        ? empty("No sessions yet: a client's first request through this gateway begins one.")
        : empty("No session is called, or has a hash that begins with, ", html`<code>${query}</code>.`);
    }
    return html`${table("Sessions", HEADS, answer.sessions.map(row))}
      <p class="pages">
        ${cursor === "" ? nothing : html`<a href="#/${path(["sessions"], { query })}">Newest</a>`}
        ${answer.next === undefined ? nothing : html`<a href="#/${path(["sessions"], { query, cursor: answer.next })}">Older</a>`}
      </p>`;
  }

  return {
    draw: () => html`<h1 tabindex="-1">Sessions</h1>
      <form class="search" role="search" @submit=${search}>
        <label for="query">Hash or session ID</label>
        <input id="query" name="query" type="search" .defaultValue=${query} spellcheck="false" autocomplete="off" />
        <button>Search</button>
        <button type="button" @click=${() => all.refresh()}>Refresh</button>
      </form>
      <section class="panel" aria-label="Sessions">${all.draw(list)}</section>`,
  };
}
