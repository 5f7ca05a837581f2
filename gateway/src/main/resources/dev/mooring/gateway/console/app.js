/** The page: its frame, which view it shows, and whether one must log in. */

import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { get, post } from "./api.js";
import { sessionName, place } from "./format.js";
import { live } from "./live.js";
import { nextTheme, theme } from "./theme.js";
import { caches } from "./views/caches.js";
import { configuration } from "./views/configuration.js";
import { explain } from "./views/explain.js";
import { keys } from "./views/keys.js";
import { login } from "./views/login.js";
import { overview } from "./views/overview.js";
import { session } from "./views/session.js";
import { sessions } from "./views/sessions.js";
import { turn } from "./views/turn.js";
import { turns } from "./views/turns.js";

const REDRAW_MILLIS = 150;
const ANNOUNCE_MILLIS = 10_000;

const TABS = [
  { name: "Overview", path: "", list: overview },
  { name: "Sessions", path: "sessions", list: sessions, one: session },
  { name: "Turns", path: "turns", list: turns, one: turn },
  { name: "Caches", path: "caches", list: caches },
  { name: "Explain", path: "explain", list: explain },
  { name: "Keys", path: "keys", list: keys },
  { name: "Configuration", path: "configuration", list: configuration },
];

const root = document.getElementById("app");
let tab = TABS[0];
let shown = undefined;
let guarded = false;
let loginForm = undefined;
let waiting = 0;
let announcedAt = 0;
let announcement = "";

/** Draws soon; many wishes make one drawing. */
function redraw() {
  if (waiting === 0) {
    waiting = setTimeout(draw, REDRAW_MILLIS);
  }
}

function draw() {
  clearTimeout(waiting);
  waiting = 0;
  render(loginForm === undefined ? frame() : loginForm.draw(), root);
}

/** A part of the address without its escapes; as it came where they are broken. */
function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function where() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [first, ...rest] = path.split("/").map(plain);
  return { first, id: rest[0], query: new URLSearchParams(query ?? "") };
}

/** Opens the view that the address names. */
function open(moved) {
  const at = where();
  tab = TABS.find((each) => each.path === at.first) ?? TABS[0];
  const view = at.id !== undefined && tab.one !== undefined ? tab.one : tab.list;
  shown?.close?.();
  shown = view(at, redraw);
  document.title = tab.name + " · Mooring";
  draw();
  if (moved) {
    scrollTo(0, 0);
    root.querySelector("h1")?.focus();
  }
}

function frame() {
  return html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
    <header class="top">
      <a class="brand" href="#/"><img src="console/icon.svg" alt="" width="20" height="20" />Mooring</a>
      <nav aria-label="Views">
        ${TABS.map((each) => html`<a href="#/${each.path}" aria-current=${each === tab ? "page" : nothing}>${each.name}</a>`)}
      </nav>
      <div class="tools">
        ${connection()}
        <button type="button" @click=${changeTheme} aria-label="Theme: ${theme()}. Change it">${theme()}</button>
        ${guarded ? html`<button type="button" @click=${logout}>Log out</button>` : nothing}
      </div>
    </header>
    <main id="main" tabindex="-1">${nodeNotice()}${shown.draw()}</main>
    <p class="hidden" role="status">${announcement}</p>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function connection() {
  if (live.status === "lost") {
    const seconds = Math.max(0, Math.ceil((live.retryAt - Date.now()) / 1000));
    return html`<span class="live lost"><span aria-hidden="true">✕</span> not live, again in ${seconds} s</span>
      <button type="button" @click=${() => live.retry()}>Reconnect</button>`;
  }
  return live.status === "open"
    ? html`<span class="live"><span aria-hidden="true">●</span> live</span>`
    : html`<span class="quiet"><span aria-hidden="true">○</span> connecting</span>`;
}

function nodeNotice() {
  const node = live.overview?.node;
  if (live.status === "lost") {
    return html`<div class="problem" role="alert"><p>The stream of live data was lost; what is shown may be old. The console connects again by itself.</p></div>`;
  }
  if (node?.store.status === "down") {
    return html`<div class="problem" role="alert"><p>The ${node.store.type} store does not answer, or takes no writes: <code>/readyz</code> tells which. Requests are served without it; sessions may lose their places until it is back.</p></div>`;
  }
  return node?.state === "draining" ? html`<div class="problem"><p>This node is draining: it finishes what runs, and stops.</p></div>` : nothing;
}

function changeTheme() {
  nextTheme();
  draw();
}

async function logout() {
  try {
    await post("logout");
  } finally {
    askForLogin();
  }
}

function askForLogin() {
  live.stop();
  shown?.close?.();
  loginForm = login(begin, draw);
  document.title = "Log in · Mooring";
  draw();
  root.querySelector("input")?.focus();
}

function begin() {
  loginForm = undefined;
  open(false);
  follow(!document.hidden);
  get("config")
    .then((config) => {
      guarded = (config.management?.token ?? "") !== "";
      redraw();
    })
    .catch(() => undefined);
}

/** Says a move aloud, but not more often than one can listen to. */
function announce(turn) {
  if (turn.moved && Date.now() - announcedAt > ANNOUNCE_MILLIS) {
    announcedAt = Date.now();
    announcement = "Session " + sessionName(turn) + " moved from " + place(turn.movedFrom) + " to " + place(turn);
    redraw();
  }
}

live.addEventListener("change", redraw);
live.addEventListener("turn", (event) => announce(event.detail));
document.addEventListener("mooring-login", () => loginForm ?? askForLogin());
// Out of sight it does not stream: a browser has few connections to one gateway.
function follow(seen) {
  if (loginForm === undefined) {
    seen ? live.start() : live.stop();
  }
}

document.addEventListener("visibilitychange", () => follow(!document.hidden));
addEventListener("pagehide", () => follow(false));
addEventListener("pageshow", (event) => event.persisted && follow(true));
addEventListener("hashchange", () => loginForm ?? open(true));
setInterval(() => document.hidden || (loginForm === undefined && redraw()), 1_000);
begin();
