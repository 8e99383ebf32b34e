-- A file that its organisation has put off until a day, with the reason.
ALTER TABLE "processing_steps" ADD COLUMN "snoozed_until" DATE, ADD COLUMN "snooze_reason" TEXT;

-- The counts of the worklist read this index alone.
DROP INDEX "processing_steps_worklist_idx";
CREATE INDEX "processing_steps_worklist_idx" ON "processing_steps"("partner_id", "request_date", "id", "request_id", "status", "request_is_shown", "request_is_suspended", "awaits_documents", "assignee_id", "due_on", "snoozed_until");
