-- What nodes tell each other of themselves: a hash of "<end in ms> <text>" by node.
-- KEYS  1 the hash.
-- ARGV  1 node, 2 its text, 3 how long that counts in ms.
-- Replaces the node's text, drops the texts that count no more, and returns all others with its
-- own, in the order of the nodes' names, so that every node reads them in the same order.
local board = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('HSET', board, ARGV[1], string.format('%.0f', now + tonumber(ARGV[3])) .. ' ' .. ARGV[2])
redis.call('PEXPIRE', board, ARGV[3])

local all, names, texts = redis.call('HGETALL', board), {}, {}
for i = 1, #all, 2 do
  local till, text = string.match(all[i + 1], '^(%d+) (.*)$')
  if tonumber(till) > now then
    names[#names + 1] = all[i]
    texts[all[i]] = text
  else
    redis.call('HDEL', board, all[i])
  end
end
table.sort(names)
local found = {}
for i, name in ipairs(names) do
  found[i] = texts[name]
end
return found
