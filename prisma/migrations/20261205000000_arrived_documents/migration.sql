-- When a requested document arrived that the organisation has not answered with an update of its step.
ALTER TABLE "processing_steps" ADD COLUMN "documents_arrived_at" TIMESTAMPTZ(3);

-- Documents that arrived after the latest update of a step that is still open.
UPDATE processing_steps s SET documents_arrived_at = d.arrived_at
  FROM (
    SELECT step_id, max(uploaded_at) AS arrived_at FROM step_documents WHERE uploaded_at IS NOT NULL GROUP BY step_id
  ) d
  WHERE d.step_id = s.id
    AND s.status IN ('ASSIGNED', 'IN_PROGRESS', 'BLOCKED', 'NOT_STARTED')
    AND NOT EXISTS (SELECT FROM step_feedbacks f WHERE f.step_id = s.id AND f.at > d.arrived_at);

CREATE INDEX processing_steps_arrived_idx ON processing_steps (partner_id, documents_arrived_at, id) INCLUDE (status, assignee_id, request_is_shown) WHERE ((documents_arrived_at IS NOT NULL) AND (status = ANY (ARRAY['ASSIGNED'::"StepStatus", 'IN_PROGRESS'::"StepStatus", 'BLOCKED'::"StepStatus", 'NOT_STARTED'::"StepStatus"])));
