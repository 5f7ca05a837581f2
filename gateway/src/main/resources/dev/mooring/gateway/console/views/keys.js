/** Client keys, with what they have used of their limits. */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { get } from "../api.js";
import { count, dateTime, percent, usd } from "../format.js";
import { empty, table } from "../parts.js";
import { Resource } from "../resource.js";

const NEAR = 0.8;
const REFRESH_MILLIS = 5_000;
const HEADS = [{ name: "Team" }, { name: "Key" }, { name: "State" }, { name: "Used of its limits" }];

function limit(use) {
  const write = use.unit === "usd" ? usd : count;
  const share = use.limit > 0 ? use.used / use.limit : 1;
  const level = share >= 1 ? "over" : share >= NEAR ? "near" : "";
  const words = write(use.used) + " of " + write(use.limit) + (use.unit === "usd" ? "" : " " + use.unit) + " per " + use.period;
  return html`<div class="limit">
    <svg class="bar ${level}" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${percent(share)}>
      ${svg`<rect class="fresh" width="100" height="10"></rect><rect class="used" width=${100 * Math.min(1, share)} height="10"></rect>`}
    </svg>
    <span class="num">${words}</span>
    ${level === "" ? nothing : html`<strong class=${level}>${level === "over" ? "used up" : "nearly used up"}</strong>`}
  </div>`;
}

function stateOf(key) {
  if (key.key === undefined) {
    return "–";
  }
  const until = key.expires === undefined ? "" : ", until " + dateTime(key.expires);
  return (key.active === false ? "off" : "active") + until;
}

const row = (key) => html`<tr>
  <td>${key.team}</td>
  <td>${key.key ?? html`<span class="quiet">the whole team</span>`}</td>
  <td>${stateOf(key)}</td>
  <td>${key.limits.length === 0 ? html`<span class="quiet">no limits</span>` : key.limits.map(limit)}</td>
</tr>`;

export function keys(at, redraw) {
  const all = new Resource(() => get("keys"), redraw);
  all.refresh();
  const timer = setInterval(() => document.hidden || all.refresh(), REFRESH_MILLIS);
  return {
    draw: () => html`<h1 tabindex="-1">Client keys</h1>
      <section class="panel" aria-label="Client keys">
        ${all.draw(({ keys: known }) =>
          known.length === 0 ? empty("The configuration has no teams: whoever reaches the API listener may use it.") : table("Client keys", HEADS, known.map(row)),
        )}
      </section>
      <p class="quiet">What running requests have reserved counts as used.</p>`,
    close: () => clearInterval(timer),
  };
}
