-- Counts uses of a team's counters, several in one step. All keys are of one team, so of one slot.
--
-- KEYS  of each counter, in pairs: 1 its uses, a hash of amounts by the step of the window in which
--       they were made (the step's start in ms); 2 its open reservations, a set of
--       "<id>|<amount>|<step>" by the time at which each lapses.
-- ARGV  1 reserve|settle|charge, 2 id, 3 lease in ms; then of each counter four values:
--       a) its window: "slide <length in ms> <step in ms>", or "period <start>…" with the starts of
--          some periods in a row in ms, the one of now and the one after it among them;
--       b) reserve: limit;    settle: "<reserved>|<step>" as reserve answered;  charge: 0
--       c) reserve: amount;   settle: the amount used;                          charge: amount
--       d) reserve: "1" when the amount is an estimate; settle: when the lease ends; charge: 0
-- reserve adds all amounts or none. It returns "DONE" and, when something did not fit, "OVER"; then
-- when the lease ends, and of each counter: its step, what is used, how long until enough is free
-- (all of it, where it was not over) in ms or "never", and "1" where it was over.
-- settle and charge may be repeated with the same id within the lease: they count once.
local op, id, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function text(number)
  return string.format('%.0f', number)
end

-- The step of now, and how long after its start a step's uses count.
local function window(spec)
  local length, step = string.match(spec, '^slide (%d+) (%d+)$')
  if length then
    return now - now % tonumber(step), length + step
  end
  local start
  for bound in string.gmatch(spec, '%d+') do
    bound = tonumber(bound)
    if start and start <= now and now < bound then
      return start, bound - start
    end
    start = bound
  end
  return nil
end

local counters = {}
for i = 1, #KEYS / 2 do
  local at = 4 * i
  local step, counts = window(ARGV[at])
  if not step then
    return redis.error_reply('CLOCK the periods of ' .. KEYS[2 * i - 1] .. ' are not of today')
  end
  counters[i] = {
    uses = KEYS[2 * i - 1], open = KEYS[2 * i], step = step, counts = counts,
    b = ARGV[at + 1], c = tonumber(ARGV[at + 2]), d = ARGV[at + 3]
  }
end

local function add(counter, step, amount)
  redis.call('HINCRBY', counter.uses, text(step), text(amount))
  local ends = counter.step + counter.counts - now
  if redis.call('PTTL', counter.uses) < ends then
    redis.call('PEXPIRE', counter.uses, text(ends))
  end
end

-- Notes something open until its lease ends, for as long as the counter itself is kept.
local function open(counter, member)
  local added = redis.call('ZADD', counter.open, 'NX', text(now + lease), member)
  local ends = counter.step + counter.counts - now
  if redis.call('PTTL', counter.open) < ends then
    redis.call('PEXPIRE', counter.open, text(ends))
  end
  return added == 1
end

local function alive(counter, step)
  return step + counter.counts > now
end

if op == 'charge' then
  for _, counter in ipairs(counters) do
    if counter.c > 0 and open(counter, id .. '|0|0') then
      add(counter, counter.step, counter.c)
    end
  end
  return { 'DONE' }
end

if op == 'settle' then
  for _, counter in ipairs(counters) do
    local reserved, step = string.match(counter.b, '^(%d+)|(%d+)$')
    reserved, step = tonumber(reserved), tonumber(step)
    local difference = 0
    if redis.call('ZREM', counter.open, id .. '|' .. counter.b) == 1 then
      difference = counter.c - reserved
    elseif now >= tonumber(counter.d) then
      difference = counter.c
    end
    if difference ~= 0 and alive(counter, step) then
      add(counter, step, difference)
    end
  end
  return { 'DONE' }
end

-- Gives back what was not settled in time.
local function lapse(counter)
  local lapsed = redis.call('ZRANGEBYSCORE', counter.open, '-inf', text(now), 'LIMIT', 0, 100)
  for _, member in ipairs(lapsed) do
    local amount, step = string.match(member, '|(%d+)|(%d+)$')
    redis.call('ZREM', counter.open, member)
    if tonumber(amount) > 0 and alive(counter, tonumber(step)) then
      add(counter, step, -tonumber(amount))
    end
  end
end

local over = false
for _, counter in ipairs(counters) do
  lapse(counter)
  counter.steps, counter.used = {}, 0
  local all = redis.call('HGETALL', counter.uses)
  for i = 1, #all, 2 do
    local step, amount = tonumber(all[i]), tonumber(all[i + 1])
    if alive(counter, step) then
      counter.used = counter.used + amount
      counter.steps[#counter.steps + 1] = { start = step, amount = amount }
    else
      redis.call('HDEL', counter.uses, all[i])
    end
  end
  local limit = tonumber(counter.b)
  counter.over = counter.used >= limit or counter.used + counter.c > limit
  over = over or counter.over
end

local function wait(counter)
  local limit, left = tonumber(counter.b), counter.used
  table.sort(counter.steps, function(one, other) return one.start < other.start end)
  for _, step in ipairs(counter.steps) do
    left = left - step.amount
    if left < limit and left + counter.c <= limit then
      return text(step.start + counter.counts - now)
    end
  end
  return 'never'
end

local answer = { over and 'OVER' or 'DONE', text(now + lease) }
for _, counter in ipairs(counters) do
  if not over then
    add(counter, counter.step, counter.c)
    if counter.d == '1' then
      open(counter, id .. '|' .. text(counter.c) .. '|' .. text(counter.step))
    end
    counter.used = counter.used + counter.c
  end
  answer[#answer + 1] = text(counter.step)
  answer[#answer + 1] = text(counter.used)
  if counter.over then
    answer[#answer + 1] = wait(counter)
  elseif over and #counter.steps == 0 then
    answer[#answer + 1] = '0'
  else
    answer[#answer + 1] = text(counter.step + counter.counts - now)
  end
  answer[#answer + 1] = counter.over and '1' or '0'
end
return answer
