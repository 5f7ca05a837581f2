-- Times are milliseconds since the epoch; sessions and ids of issuers are SHA-256 in hex.
CREATE TABLE pins (
  session        TEXT    NOT NULL,
  model          TEXT    NOT NULL,
  provider       TEXT    NOT NULL,
  upstream_model TEXT    NOT NULL,
  credential     TEXT,
  version        INTEGER NOT NULL,
  expires_at     INTEGER NOT NULL,
  written_at     INTEGER NOT NULL,
  PRIMARY KEY (session, model)
) WITHOUT ROWID;
CREATE INDEX pins_by_end ON pins (expires_at);

CREATE TABLE issuers (
  id_hash     TEXT    PRIMARY KEY,
  provider    TEXT    NOT NULL,
  credential  TEXT    NOT NULL,
  cache_scope TEXT    NOT NULL,
  expires_at  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX issuers_by_end ON issuers (expires_at);

CREATE TABLE sessions (
  session       TEXT    PRIMARY KEY,
  session_id    TEXT,
  provider      TEXT    NOT NULL,
  credential    TEXT    NOT NULL,
  model         TEXT    NOT NULL,
  api           TEXT    NOT NULL,
  assigned_at   INTEGER NOT NULL,
  first_used_at INTEGER NOT NULL,
  last_used_at  INTEGER NOT NULL,
  requests      INTEGER NOT NULL DEFAULT 0,
  input_tokens  INTEGER NOT NULL DEFAULT 0,
  cached_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  switches      INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX sessions_by_use ON sessions (last_used_at, session);

CREATE TABLE routing_events (
  id            INTEGER PRIMARY KEY,
  session       TEXT    NOT NULL,
  request_id    TEXT    NOT NULL,
  attempt       INTEGER NOT NULL,
  api           TEXT    NOT NULL,
  model         TEXT    NOT NULL,
  provider      TEXT    NOT NULL,
  credential    TEXT    NOT NULL,
  billing_model TEXT    NOT NULL,
  reason        TEXT    NOT NULL,
  input_tokens  INTEGER NOT NULL,
  cached_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  status        INTEGER NOT NULL,
  latency_ms    INTEGER NOT NULL,
  created_at    INTEGER NOT NULL
);
CREATE INDEX events_by_time ON routing_events (created_at);
CREATE INDEX events_by_session ON routing_events (session, created_at);
