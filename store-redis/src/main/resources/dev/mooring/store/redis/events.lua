-- Appends routing events to shards of the log, and notes when sessions were used.
-- KEYS  for each shard its stream, and its index of sessions.
-- ARGV  1 about how many events a stream keeps; 2 how many fields an event has; 3 how long an event
--       and 4 how long a session is kept in ms; then for each shard: how many events, and names and
--       values of each event's fields, flat; how many sessions, and each one's time and hash.
local width = tonumber(ARGV[2]) * 2
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local at = 5
for i = 1, #KEYS, 2 do
  local stream, index = KEYS[i], KEYS[i + 1]
  local events = tonumber(ARGV[at])
  at = at + 1
  for _ = 1, events do
    redis.call('XADD', stream, 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, at, at + width - 1))
    at = at + width
  end
  if events > 0 then
    redis.call('XTRIM', stream, 'MINID', '~', string.format('%.0f', now - ARGV[3]))
    redis.call('PEXPIRE', stream, ARGV[3])
  end
  local sessions = tonumber(ARGV[at])
  at = at + 1
  for _ = 1, sessions do
    redis.call('ZADD', index, 'GT', ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  if sessions > 0 then
    redis.call('ZREMRANGEBYSCORE', index, '-inf', string.format('(%.0f', now - ARGV[4]))
    redis.call('PEXPIRE', index, ARGV[4])
  end
end
return { 'DONE' }
