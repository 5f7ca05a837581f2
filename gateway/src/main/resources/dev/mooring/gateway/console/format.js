/** How numbers, money, times and hashes are written. What is not known is a dash. */

import { now } from "./clock.js";

const NONE = "–";
const whole = new Intl.NumberFormat("en");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

const known = (value, write) => (value === undefined || value === null ? NONE : write(value));

export const count = (value) => known(value, (n) => whole.format(n));

export const brief = (value) => known(value, (n) => (n < 10_000 ? whole.format(n) : compact.format(n)));

export const percent = (share) => known(share, (s) => (100 * s).toFixed(1) + " %");

export const rate = (value) => known(value, (n) => (n === 0 ? "0" : n < 10 ? n.toFixed(1) : whole.format(Math.round(n))));

/** US dollars, with as many digits as they need to tell something. */
export function usd(value) {
  return known(value, (n) => {
    const size = Math.abs(n);
    const digits = size === 0 || size >= 1 ? 2 : size >= 0.01 ? 4 : 6;
    return (n < 0 ? "−$" : "$") + size.toLocaleString("en", { minimumFractionDigits: Math.min(digits, 2), maximumFractionDigits: digits });
  });
}

export const millis = (value) => known(value, (n) => (n < 1000 ? n + " ms" : (n / 1000).toFixed(n < 10_000 ? 2 : 1) + " s"));

/** A length of time given in seconds, in its two largest units. */
export function lasting(seconds) {
  return known(seconds, (s) => {
    const whole = Math.round(s);
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
    const words = hours > 0 ? [[hours, "h"], [minutes, "min"]] : [[minutes, "min"], [rest, "s"]];
    return words.filter(([n]) => n > 0).map(([n, unit]) => n + " " + unit).join(" ") || "0 s";
  });
}

export const clockTime = (iso) => known(iso, (t) => time.format(new Date(t)));

export const dateTime = (iso) => known(iso, (t) => day.format(new Date(t)));

/** How long ago, or in how long. */
export function distance(iso) {
  return known(iso, (t) => {
    const seconds = Math.round((now() - Date.parse(t)) / 1000);
    const size = Math.abs(seconds);
    const words = size < 60 ? size + " s" : size < 3600 ? Math.floor(size / 60) + " min" : size < 172_800 ? Math.floor(size / 3600) + " h" : Math.floor(size / 86_400) + " d";
    return seconds < 0 ? "in " + words : words + " ago";
  });
}

/** The beginning of a session's hash: enough to find it by. */
export const hash = (session) => known(session, (s) => s.slice(0, 12));

/** A session as it is called: in clear where that is told, else by its hash. */
export const sessionName = (row) => row.sessionId ?? hash(row.session);

/** Provider and credential. */
export const place = (at) => (at?.provider === undefined ? NONE : at.credential === undefined ? at.provider : at.provider + " / " + at.credential);
