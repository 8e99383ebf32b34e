-- A step may have an owner: the agent of its organisation who has taken it.
ALTER TYPE "NoticeKind" ADD VALUE 'HANDED_OVER' BEFORE 'RATED';

ALTER TABLE "processing_steps" ADD COLUMN     "assignee_id" UUID;
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The parts of the worklist are counted from this index alone, whose they are with them.
DROP INDEX "processing_steps_worklist_idx";
CREATE INDEX "processing_steps_worklist_idx" ON "processing_steps"("partner_id", "request_id", "id", "status", "assigned_at", "assignee_id");
CREATE INDEX "processing_steps_assignee_id_partner_id_request_id_idx" ON "processing_steps"("assignee_id", "partner_id", "request_id");

ALTER TABLE "history_events" ADD COLUMN     "from_owner_id" UUID,
ADD COLUMN     "to_owner_id" UUID;
