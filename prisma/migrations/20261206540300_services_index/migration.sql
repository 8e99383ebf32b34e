-- The only statement of its migration: an index that is built concurrently blocks no writer.
CREATE INDEX CONCURRENTLY "processing_steps_partner_id_title_item_id_id_idx" ON "processing_steps"("partner_id", "title_item_id", "id");
