-- Appends routing events to shards of the log.
-- KEYS  the streams.
-- ARGV  1 about how many events a stream keeps; 2 how many fields an event has; then for each key:
--       how many events, and names and values of each event's fields, flat.
local width = tonumber(ARGV[2]) * 2
local at = 3
for _, key in ipairs(KEYS) do
  local count = tonumber(ARGV[at])
  at = at + 1
  for _ = 1, count do
    redis.call('XADD', key, 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, at, at + width - 1))
    at = at + width
  end
end
return { 'DONE' }
