/** A line chart of the last half hour. */

import uPlot from "./vendor/uplot/uPlot.esm.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { ref } from "./vendor/lit-html/directives/ref.js";
import { now } from "./clock.js";
import { colour } from "./theme.js";

const HEIGHT = 130;
const SPAN = 1_800;

const minute = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const clock = (seconds) => minute.format(new Date(1000 * seconds));

export class Chart {
  #title;
  #lines;
  #write;
  #most;
  #data = undefined;
  #plot = undefined;
  #place = undefined;
  #sizes = new ResizeObserver(() => this.#resize());
  #themed = () => this.#make();

  /**
   * Takes its title, its lines as {name, colour, dash}, how a value is written, and the top of its
   * scale where that is fixed.
   */
  constructor(title, lines, write, most) {
    this.#title = title;
    this.#lines = lines;
    this.#write = write;
    this.#most = most;
    document.addEventListener("mooring-theme", this.#themed);
  }

  /** Shows data: seconds since 1970, then the values of each line. */
  set(data) {
    this.#data = data;
    this.#plot?.setData(data);
  }

  /** Its place in the page. */
  draw(summary) {
    return html`<figure class="panel chart">
      <figcaption>${this.#title}</figcaption>
      <div class="plot" role="img" aria-label="${this.#title}: ${summary}" ${ref(this.#mount)}></div>
      <ul class="legend" aria-hidden="true">
        ${this.#lines.map((line) => html`<li><span class="line ${line.colour} ${line.dash ? "dashed" : ""}"></span>${line.name}</li>`)}
      </ul>
    </figure>`;
  }

  close() {
    this.#sizes.disconnect();
    document.removeEventListener("mooring-theme", this.#themed);
    this.#plot?.destroy();
  }

  #mount = (element) => {
    if (element !== undefined && element !== this.#place) {
      this.#place = element;
      this.#make();
      this.#sizes.observe(element);
    }
  };

  #make() {
    if (this.#place === undefined) {
      return;
    }
    this.#plot?.destroy();
    const axis = { stroke: colour("soft"), font: "11px system-ui", grid: { stroke: colour("line"), width: 1 }, ticks: { show: false } };
    const options = {
      width: this.#place.clientWidth || 300,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: true, range: () => [now() / 1000 - SPAN, now() / 1000] },
        y: { range: (plot, least, most) => [Math.min(0, least ?? 0), this.#most ?? Math.max(most ?? 0, Number.EPSILON) * 1.1] },
      },
      axes: [
        { ...axis, size: 24, space: 60, values: (plot, splits) => splits.map(clock) },
        { ...axis, size: 58, space: 30, values: (plot, splits) => splits.map((value) => this.#write(value)) },
      ],
      series: [
        {},
        ...this.#lines.map((line) => ({
          label: line.name,
          stroke: colour(line.colour),
          width: 1.5,
          dash: line.dash ? [4, 3] : undefined,
        })),
      ],
    };
    this.#plot = new uPlot(options, this.#data ?? [[], ...this.#lines.map(() => [])], this.#place);
  }

  #resize() {
    const width = this.#place.clientWidth;
    if (this.#plot !== undefined && width > 0 && width !== this.#plot.width) {
      this.#plot.setSize({ width, height: HEIGHT });
    }
  }
}
