-- The cool-downs of all nodes: a hash of "<end in ms> <reason>" by subject.
-- KEYS  1 the hash.
-- ARGV  1 report|list; for report: 2 subject, 3 remaining in ms, 4 reason.
-- report keeps the later end and returns {"DONE"}; list drops what ended, where it may write, and
-- returns subject, remaining ms and reason of each, flat.
local board = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

if ARGV[1] == 'report' then
  local present = redis.call('HGET', board, ARGV[2])
  local till = now + tonumber(ARGV[3])
  if not present or tonumber(string.match(present, '^%d+')) < till then
    redis.call('HSET', board, ARGV[2], string.format('%.0f', till) .. ' ' .. ARGV[4])
    if redis.call('PTTL', board) < tonumber(ARGV[3]) then
      redis.call('PEXPIRE', board, ARGV[3])
    end
  end
  return { 'DONE' }
end

local all, found = redis.call('HGETALL', board), {}
for i = 1, #all, 2 do
  local till, reason = string.match(all[i + 1], '^(%d+) (.*)$')
  if tonumber(till) > now then
    found[#found + 1] = all[i]
    found[#found + 1] = string.format('%.0f', till - now)
    found[#found + 1] = reason
  else
    redis.pcall('HDEL', board, all[i])
  end
end
return found
