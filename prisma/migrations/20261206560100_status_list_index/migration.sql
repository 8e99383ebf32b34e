-- The list of one status in the order of dates. The only statement of its migration: an index that is built concurrently blocks no writer.
CREATE INDEX CONCURRENTLY "processing_steps_status_idx" ON "processing_steps"("partner_id", "status", "request_date", "id", "request_is_shown");
