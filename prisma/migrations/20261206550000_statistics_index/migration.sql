-- The statistics of an organisation read this index alone.
DROP INDEX "processing_steps_partner_id_assigned_at_id_idx";
CREATE INDEX "processing_steps_statistics_idx" ON "processing_steps"("partner_id", "assigned_at", "id", "status", "title_item_id", "assignee_id", "request_is_shown");
