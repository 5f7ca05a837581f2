-- What a session's last turns left in caches, and how its turns missed them, as text.
ALTER TABLE sessions ADD COLUMN cache_history TEXT;
