-- Whether a step waits for a document stands on it: the parts of a worklist are counted in one index, without a look at the
-- documents of every step (docs/decisions, 85).

ALTER TABLE "processing_steps" ADD COLUMN "awaits_documents" BOOLEAN NOT NULL DEFAULT false;

DROP INDEX "processing_steps_worklist_idx";
UPDATE "processing_steps" s SET "awaits_documents" = true
  FROM (SELECT DISTINCT step_id FROM step_documents WHERE file_id IS NULL) d WHERE s.id = d.step_id;

-- Once for each statement, for a step is asked for several and many steps are asked at once. The lock comes first and the documents are
-- read by a statement that begins after it: of two that hand in the last two documents the second sees what the first has done.
CREATE FUNCTION "documents_tell_steps"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  steps INT[] := ARRAY(SELECT DISTINCT step_id FROM changed);
BEGIN
  PERFORM 1 FROM processing_steps WHERE id = ANY (steps) ORDER BY id FOR NO KEY UPDATE;
  UPDATE processing_steps s SET awaits_documents = NOT s.awaits_documents
    WHERE s.id = ANY (steps) AND s.awaits_documents <>
      EXISTS (SELECT 1 FROM step_documents d WHERE d.step_id = s.id AND d.file_id IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "step_documents_asked" AFTER INSERT ON "step_documents"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "documents_tell_steps"();
CREATE TRIGGER "step_documents_received" AFTER UPDATE ON "step_documents"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "documents_tell_steps"();
CREATE TRIGGER "step_documents_gone" AFTER DELETE ON "step_documents"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "documents_tell_steps"();

CREATE INDEX "processing_steps_worklist_idx" ON "processing_steps"("partner_id", "request_date", "id", "request_id", "status", "request_is_shown", "request_is_suspended", "awaits_documents", "assignee_id", "due_on");
