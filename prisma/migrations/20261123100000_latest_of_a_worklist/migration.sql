-- Whether anything in an organisation's worklist has changed is read from the end of this index.
CREATE INDEX "processing_steps_partner_id_updated_at_id_idx" ON "processing_steps"("partner_id", "updated_at", "id");
