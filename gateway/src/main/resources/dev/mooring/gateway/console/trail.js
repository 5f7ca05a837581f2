/** How a plan was made: the lines of a trail, by model. */

import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { empty } from "./parts.js";

function grouped(lines) {
  const groups = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.model === line.model) {
      last.lines.push(line);
    } else {
      groups.push({ model: line.model, lines: [line] });
    }
  }
  return groups;
}

export function trail(lines) {
  if (lines === undefined || lines.length === 0) {
    return empty("This turn left no trail.");
  }
  return grouped(lines).map(
    (group) => html`${group.model === "" ? nothing : html`<h3>${group.model}</h3>`}
      <ol class="trail">
        ${group.lines.map((line) => html`<li><span class="stage">${line.stage}</span> <span>${line.text}</span></li>`)}
      </ol>`,
  );
}
