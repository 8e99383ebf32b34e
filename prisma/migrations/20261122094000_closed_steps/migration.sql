-- What an organisation closed in a month is read by its day.
CREATE INDEX "processing_steps_partner_id_processed_at_idx" ON "processing_steps"("partner_id", "processed_at");
