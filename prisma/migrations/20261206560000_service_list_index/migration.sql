-- The list of one service in the order of dates. The only statement of its migration: an index that is built concurrently blocks no writer.
CREATE INDEX CONCURRENTLY "processing_steps_service_idx" ON "processing_steps"("partner_id", "title_item_id", "request_date", "id", "status", "request_is_shown");
