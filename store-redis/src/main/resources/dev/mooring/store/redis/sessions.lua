-- Counts requests in the records of sessions.
-- KEYS  a session's record each.
-- ARGV  1 how long a record is kept after its last use in ms; then for each key: 2 provider,
--       3 credential, 4 model, 5 API, 6 requests, 7 input, 8 output and 9 cached tokens.
-- A record that names another provider or credential than before counts a switch.
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
for i, key in ipairs(KEYS) do
  local a = 2 + (i - 1) * 8
  local past = redis.call('HMGET', key, 'provider', 'credential')
  local moved = past[1] ~= ARGV[a] or past[2] ~= ARGV[a + 1]
  if moved then
    redis.call('HSET', key, 'provider', ARGV[a], 'credential', ARGV[a + 1], 'assigned', now)
  end
  redis.call('HINCRBY', key, 'switches', (past[1] and moved) and 1 or 0)
  redis.call('HSETNX', key, 'first', now)
  redis.call('HSET', key, 'model', ARGV[a + 2], 'api', ARGV[a + 3], 'last', now)
  redis.call('HINCRBY', key, 'requests', ARGV[a + 4])
  redis.call('HINCRBY', key, 'input', ARGV[a + 5])
  redis.call('HINCRBY', key, 'output', ARGV[a + 6])
  redis.call('HINCRBY', key, 'cached', ARGV[a + 7])
  redis.call('PEXPIRE', key, ARGV[1])
end
return { 'DONE' }
