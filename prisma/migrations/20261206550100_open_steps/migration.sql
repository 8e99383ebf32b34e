-- After years most steps are finished. The parts and counts of open steps do not read those.
CREATE INDEX processing_steps_at_work_idx ON processing_steps (partner_id, request_date, id) INCLUDE (request_id, status, request_is_shown, request_is_suspended, awaits_documents, assignee_id, due_on, snoozed_until) WHERE (status = ANY (ARRAY['ASSIGNED'::"StepStatus", 'IN_PROGRESS'::"StepStatus", 'BLOCKED'::"StepStatus"]));
-- The oldest steps without an owner, for the page of the day.
CREATE INDEX processing_steps_unowned_idx ON processing_steps (partner_id, assigned_at, id) INCLUDE (request_is_shown) WHERE ((assignee_id IS NULL) AND (status = ANY (ARRAY['ASSIGNED'::"StepStatus", 'IN_PROGRESS'::"StepStatus", 'BLOCKED'::"StepStatus"])));

-- The service too, so that a list by a rare service reads this index alone.
DROP INDEX "processing_steps_worklist_idx";
CREATE INDEX "processing_steps_worklist_idx" ON "processing_steps"("partner_id", "request_date", "id", "request_id", "status", "request_is_shown", "request_is_suspended", "awaits_documents", "assignee_id", "due_on", "snoozed_until", "title_item_id");
