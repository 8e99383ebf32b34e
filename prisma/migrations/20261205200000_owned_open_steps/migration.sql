-- Counts of the open steps of an agent, without reading the closed ones.
CREATE INDEX processing_steps_owned_idx ON processing_steps (assignee_id, partner_id) INCLUDE (status, due_on, request_is_shown, request_id) WHERE (status = ANY (ARRAY['ASSIGNED'::"StepStatus", 'IN_PROGRESS'::"StepStatus", 'BLOCKED'::"StepStatus", 'NOT_STARTED'::"StepStatus"]));
