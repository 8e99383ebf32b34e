-- The only statement of its migration: an index that is built concurrently blocks no writer.
CREATE INDEX CONCURRENTLY "users_city_idx" ON "users" USING GIN (search_fold("city") gin_trgm_ops);
