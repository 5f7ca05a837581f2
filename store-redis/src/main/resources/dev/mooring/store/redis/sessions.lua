-- Writes the rows of sessions; answers for each what is then known of its caches, where that is
-- asked for, else an empty text.
-- KEYS  a session's row each.
-- ARGV  1 how long a row is kept after its last use in ms; then for each key: how many assignments,
--       and for each of them whether it counts as a switch (0, 1), provider, credential, model, API,
--       session ID (empty where it is not kept), time in ms; then requests, input, cached and output
--       tokens, the time of the last of these requests (0 for none), in how many parts what is known
--       of the session's caches comes (0 for no change), the parts, and whether it is asked for.
local at = 2
local answers = {}
local function take(count)
  at = at + count
  return unpack(ARGV, at - count, at - 1)
end
for _, key in ipairs(KEYS) do
  local row = redis.call('HMGET', key, 'provider', 'credential', 'model', 'api', 'last')
  local last = tonumber(row[5] or '0')
  for _ = 1, tonumber((take(1))) do
    local counts, provider, credential, model, api, id, time = take(7)
    local same = row[1] == provider and row[2] == credential and row[3] == model and row[4] == api
    if not same then
      redis.call('HSET', key, 'provider', provider, 'credential', credential, 'model', model,
        'api', api, 'assigned', time)
      redis.call('HINCRBY', key, 'switches', (row[1] and counts == '1') and 1 or 0)
    end
    if not row[1] then
      redis.call('HSET', key, 'first', time, 'requests', 0, 'input', 0, 'cached', 0, 'output', 0)
    end
    if id ~= '' then
      redis.call('HSET', key, 'id', id)
    end
    row = { provider, credential, model, api }
    last = math.max(last, tonumber(time))
  end
  local requests, input, cached, output, time, parts = take(6)
  local caches = {}
  for i = 1, tonumber(parts) do
    caches[i] = take(1)
  end
  local asked = take(1)
  if row[1] then
    if requests ~= '0' then
      redis.call('HINCRBY', key, 'requests', requests)
      redis.call('HINCRBY', key, 'input', input)
      redis.call('HINCRBY', key, 'cached', cached)
      redis.call('HINCRBY', key, 'output', output)
    end
    if #caches > 0 then
      for i, part in ipairs(caches) do
        redis.call('HSET', key, 'c' .. i, part)
      end
      local left = #caches + 1
      while redis.call('HDEL', key, 'c' .. left) == 1 do
        left = left + 1
      end
    end
    last = math.max(last, tonumber(time))
    redis.call('HSET', key, 'last', string.format('%.0f', last))
    redis.call('PEXPIRE', key, ARGV[1])
  end
  local known = {}
  if asked == '1' then
    repeat
      local part = redis.call('HGET', key, 'c' .. #known + 1)
      known[#known + 1] = part or nil
    until not part
  end
  answers[#answers + 1] = table.concat(known)
end
return answers
