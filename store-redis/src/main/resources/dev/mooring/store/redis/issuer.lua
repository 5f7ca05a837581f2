-- Remembers one issuer under several ids. KEYS: the ids' keys. ARGV: 1 value, 2 lifetime in ms.
for _, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
end
return { 'DONE' }
