/** How long providers' caches last: what is known, what answers have taught, and what follows. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { get } from "../api.js";
import { count, lasting } from "../format.js";
import { empty, table } from "../parts.js";
import { Resource } from "../resource.js";

const REFRESH_MILLIS = 5_000;
const HEADS = [
  { name: "Provider, model" },
  { name: "Known" },
  { name: "Learned" },
  { name: "Longest read", kind: "num wide" },
  { name: "First expired", kind: "num wide" },
  { name: "Gaps", kind: "num wide" },
  { name: "Suggestion" },
];

function suggestion(cache) {
  const said = cache.suggestion;
  if (said === undefined) {
    return html`<span class="quiet">–</span>`;
  }
  const because = said.agreeing + " of " + said.gaps + " gaps between both " + (said.known === "too_short" ? "were read" : "were gone");
  return html`<strong>${said.known.replace("_", " ")}</strong>: take ${lasting(said.lifetimeSeconds)}
    <div class="quiet">${because}</div>`;
}

const row = (cache) => html`<tr>
  <td>${cache.provider} <span class="quiet">${cache.model}</span></td>
  <td>${lasting(cache.knownSeconds)} <span class="quiet">${cache.knownFrom}</span>
    ${cache.inForceSeconds === cache.knownSeconds ? nothing : html`<div class="quiet">pins go by ${lasting(cache.inForceSeconds)}</div>`}</td>
  <td>${cache.estimateIsLeast === true ? "at least " : ""}${lasting(cache.estimateSeconds)}</td>
  <td class="num wide">${lasting(cache.longestReadSeconds)}</td>
  <td class="num wide">${lasting(cache.shortestExpiredSeconds)}</td>
  <td class="num wide">${count(cache.samples)}</td>
  <td>${suggestion(cache)}</td>
</tr>`;

export function caches(at, redraw) {
  const all = new Resource(() => get("lifetimes"), redraw);
  all.refresh();
  const timer = setInterval(() => document.hidden || all.refresh(), REFRESH_MILLIS);
  return {
    draw: () => html`<h1 tabindex="-1">Cache lifetimes</h1>
      <section class="panel" aria-label="Cache lifetimes">
        ${all.draw(({ lifetimes, learnLifetimes }) =>
          lifetimes.length === 0
            ? empty("The configuration names no target.")
            : html`${table("Cache lifetimes", HEADS, lifetimes.map(row))}
                <p class="quiet">${learnLifetimes ? "Where nobody says how long, pins go by the suggestion (affinity.learnLifetimes)." : "Suggestions change nothing by themselves: set cacheLifetime of the provider, or affinity.learnLifetimes."}</p>`,
        )}
      </section>
      <p class="quiet">Counted are times between two turns of a conversation on the same account: whether the second still read what the first had left.</p>`,
    close: () => clearInterval(timer),
  };
}
