-- Appends routing events to one shard of the log.
-- KEYS  1 the stream.
-- ARGV  1 about how many events it keeps; 2 how many fields an event has; then names and values of
--       each event's fields, flat.
local width = tonumber(ARGV[2]) * 2
for from = 3, #ARGV, width do
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, from, from + width - 1))
end
return { 'DONE' }
