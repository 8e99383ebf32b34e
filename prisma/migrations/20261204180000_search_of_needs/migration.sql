-- The only statement of its migration: an index that is built concurrently blocks no writer.
CREATE INDEX CONCURRENTLY "requests_need_idx" ON "requests" USING GIN (search_need("description"));
