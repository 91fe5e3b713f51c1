#!lua
-- Commits one change of one game. All checks stand before the first write: a script that fails keeps what it wrote.
-- (The first line also lets a full store refuse the script before it starts.)
-- KEYS: the game, its log, then one sorted set for each index.
-- ARGV: game id, expected revision, request id, body, lines before, number of lines, the lines, then one mark for each
-- index ("" takes the game out, "=" leaves it as it is).
-- Answers {1, revision} when committed, now or by an earlier try of the same request; {0, revision} when another writer
-- was faster; {-1, lines} when the log is not as long as the change believes.
local REMEMBERED = 64

local game, expected, request = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local revision = tonumber(redis.call('HGET', KEYS[1], 'revision') or '0')
local slot = 'request:' .. ((expected + 1) % REMEMBERED)
if revision ~= expected then
  if redis.call('HGET', KEYS[1], slot) == request then
    return {1, expected + 1}
  end
  return {0, revision}
end
local before, count = tonumber(ARGV[5]), tonumber(ARGV[6])
local lines = tonumber(redis.call('HGET', KEYS[1], 'lines') or '0')
if count > 0 and lines ~= before then
  return {-1, lines}
end
for i = 1, count do
  redis.call('XADD', KEYS[2], (before + i) .. '-0', 'line', ARGV[6 + i])
end
redis.call('HSET', KEYS[1], 'body', ARGV[4], 'revision', expected + 1, 'lines', lines + count, slot, request)
for i = 3, #KEYS do
  local mark = ARGV[4 + count + i]
  if mark == '' then
    redis.call('ZREM', KEYS[i], game)
  elseif mark ~= '=' then
    redis.call('ZADD', KEYS[i], mark, game)
  end
end
redis.call('PUBLISH', 'tableshark:changes', game)
return {1, expected + 1}
