/** The configuration in force; its secrets are masked by the gateway. */

import { html } from "../vendor/lit-html/lit-html.js";
import { get } from "../api.js";
import { Resource } from "../resource.js";

const plain = (value) => /^[A-Za-z0-9_][\w ./:@*{}-]*$/.test(value) && !/: |[:\s]$/.test(value);

const scalar = (value) => (typeof value === "string" && !plain(value) ? JSON.stringify(value) : String(value));

const isBranch = (value) => typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** A value as lines of YAML. */
function lines(value, indent) {
  const margin = "  ".repeat(indent);
  if (Array.isArray(value)) {
    return value.flatMap((each) => {
      if (!isBranch(each)) {
        return [margin + "- " + leaf(each)];
      }
      const [first, ...rest] = lines(each, indent + 1);
      return [margin + "- " + first.trimStart(), ...rest];
    });
  }
  return Object.entries(value).flatMap(([name, each]) =>
    isBranch(each) ? [margin + name + ":", ...lines(each, indent + 1)] : [margin + name + ": " + leaf(each)],
  );
}

const leaf = (value) => (typeof value === "object" && value !== null ? (Array.isArray(value) ? "[]" : "{}") : scalar(value));

const section = ([name, value]) => html`<details class="panel" open>
  <summary>${name}</summary>
  <pre tabindex="0" aria-label=${name}>${isBranch(value) ? lines(value, 0).join("\n") : leaf(value)}</pre>
</details>`;

export function configuration(at, redraw) {
  // Aliases stand with their models, too.
  const config = new Resource(async () => {
    const { aliases, ...sections } = await get("config");
    return sections;
  }, redraw);
  config.refresh();
  return {
    draw: () => html`<h1 tabindex="-1">Configuration</h1>
      <p class="quiet">In force on this node, defaults included. Secrets are shown as ***.</p>
      ${config.draw((value) => Object.entries(value).map(section))}`,
  };
}
