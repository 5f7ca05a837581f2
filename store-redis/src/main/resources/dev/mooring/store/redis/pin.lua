-- One write of one pin, as a compare-operation. All keys are of one session, so of one slot.
--
-- KEYS  1 pin, 2 marker of the last pin, 3 index of the session's pins;
--       then pin and marker of each model that may be evicted, in pairs.
-- ARGV  1 claim|renew|move|remove, 2 model, 3 expected version, 4 new value, 5 lifetime in ms,
--       6 "1" when a renewal may shorten, 7 the most pins a session may have,
--       8 how long an expired pin is remembered in ms; then the models of the pairs.
-- A value is "<version>\n<provider>\n<upstream model>", and more; the version is a number. Without
-- the version it is the holder. What is no such value counts as none, and is replaced.
-- The index holds "<expiry in ms> <model>" a line, the least recently written first.
-- Returns {"DONE"}, {"LOST"}, or {"EVICT", model...} when nothing was done because the keys of those
-- models are needed.
local pin, marker, index = KEYS[1], KEYS[2], KEYS[3]
local op, model, expected, value = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local function version(v)
  return string.match(v, '^([^\n]*)\n')
end

local function holder(v)
  return string.match(v, '^[^\n]*\n(.*)$')
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function others()
  local lines = {}
  for expiry, name in string.gmatch(redis.call('GET', index) or '', '(%d+) ([^\n]*)') do
    if name ~= model and tonumber(expiry) > now then
      lines[#lines + 1] = { expiry = tonumber(expiry), model = name }
    end
  end
  return lines
end

local function store(lines)
  if #lines == 0 then
    redis.call('DEL', index)
    return
  end
  local text, last = {}, 0
  for i, line in ipairs(lines) do
    text[i] = string.format('%.0f', line.expiry) .. ' ' .. line.model
    last = math.max(last, line.expiry)
  end
  redis.call('SET', index, table.concat(text, '\n'), 'PX', string.format('%.0f', last - now))
end

local held = redis.call('GET', pin)
if held and not string.find(held, '^%-?%d+\n[^\n]*\n') then
  held = false
end

if op == 'remove' then
  if held and version(held) ~= expected then
    return { 'LOST' }
  end
  if held then
    redis.call('DEL', pin, marker)
    store(others())
    return { 'DONE' }
  end
  local past = redis.call('GET', marker)
  if past and version(past) == expected then
    redis.call('DEL', marker)
  end
  return { 'DONE' }
end

local lifetime = tonumber(ARGV[5])
if held then
  if op == 'claim' or op == 'move' then
    if version(held) == version(value) then
      return { 'DONE' }
    end
    if op == 'claim' or version(held) ~= expected then
      return { 'LOST' }
    end
  elseif holder(held) ~= holder(value) then
    return { 'LOST' }
  elseif ARGV[6] ~= '1' then
    lifetime = math.max(lifetime, redis.call('PTTL', pin))
  end
elseif op == 'renew' then
  local past = redis.call('GET', marker)
  if not past or holder(past) ~= holder(value) then
    return { 'LOST' }
  end
end

local lines = others()
local surplus = #lines + 1 - tonumber(ARGV[7])
local given = {}
for i = 9, #ARGV do
  given[ARGV[i]] = 4 + (i - 9) * 2
end
local needed = { 'EVICT' }
for i = 1, surplus do
  if not given[lines[i].model] then
    needed[#needed + 1] = lines[i].model
  end
end
if #needed > 1 then
  return needed
end
for _ = 1, surplus do
  local at = given[lines[1].model]
  redis.call('DEL', KEYS[at], KEYS[at + 1])
  table.remove(lines, 1)
end

local px = string.format('%.0f', lifetime)
redis.call('SET', pin, value, 'PX', px)
redis.call('SET', marker, value, 'PX', string.format('%.0f', lifetime + tonumber(ARGV[8])))
lines[#lines + 1] = { expiry = now + lifetime, model = model }
store(lines)
return { 'DONE' }
