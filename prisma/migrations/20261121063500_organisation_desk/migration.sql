-- The colleague who closed an agent's access: only what a colleague closed can a colleague open again.
ALTER TABLE "users" ADD COLUMN "disabled_by_id" UUID;

-- The worklist's tabs and their counts: statuses and days from the index alone, documents still awaited likewise.
DROP INDEX "processing_steps_partner_id_request_id_id_idx";
CREATE INDEX "processing_steps_worklist_idx" ON "processing_steps"("partner_id", "request_id", "id", "status", "assigned_at");
CREATE INDEX "step_documents_file_id_step_id_idx" ON "step_documents"("file_id", "step_id");
