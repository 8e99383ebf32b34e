-- What a worklist asks of requests stands on their steps, kept by the triggers below: an organisation's list, its counts and its
-- far pages are reads of one index (docs/decisions, 83).

-- As `hiddenFromPartners`, `agreementsOpenToPartners` and `suspendedStatuses` of the API have it: its tests compare every combination.
CREATE FUNCTION "request_is_shown"(status "RequestStatus", agreement "Agreement") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status NOT IN ('SUPPRIME', 'EN_COURS_DE_CREATION') AND agreement IN ('NOT_NEEDED', 'GIVEN')
$$;
CREATE FUNCTION "request_is_suspended"(status "RequestStatus") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('A_REFOURMULER', 'EN_ATTENTE')
$$;
CREATE OR REPLACE FUNCTION "webhook_shows"(status "RequestStatus", agreement "Agreement") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT request_is_shown(status, agreement)
$$;

ALTER TABLE "processing_steps"
  ADD COLUMN "request_date" TIMESTAMPTZ(3),
  ADD COLUMN "request_is_shown" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "request_is_suspended" BOOLEAN NOT NULL DEFAULT false;

-- Who writes a step says them in the same statement; for whoever does not (a process of the version before) they are looked up.
CREATE FUNCTION "step_takes_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT r.date_request, request_is_shown(r.status, r.agreement), request_is_suspended(r.status)
    INTO NEW.request_date, NEW.request_is_shown, NEW.request_is_suspended
    FROM requests r WHERE r.id = NEW.request_id;
  RETURN NEW;
END $$;
CREATE TRIGGER "processing_steps_request" BEFORE INSERT ON "processing_steps"
  FOR EACH ROW WHEN (NEW.request_date IS NULL) EXECUTE FUNCTION "step_takes_request"();

-- Whoever changes a request holds its lock, and steps are written under it.
CREATE FUNCTION "request_tells_steps"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown BOOLEAN := request_is_shown(NEW.status, NEW.agreement);
  suspended BOOLEAN := request_is_suspended(NEW.status);
BEGIN
  UPDATE processing_steps s
    SET request_date = NEW.date_request, request_is_shown = shown, request_is_suspended = suspended
    WHERE s.request_id = NEW.id
      AND (s.request_date, s.request_is_shown, s.request_is_suspended) IS DISTINCT FROM (NEW.date_request, shown, suspended);
  RETURN NULL;
END $$;
CREATE TRIGGER "requests_steps" AFTER UPDATE OF "status", "agreement", "date_request" ON "requests"
  FOR EACH ROW WHEN (OLD.date_request IS DISTINCT FROM NEW.date_request
    OR request_is_shown(OLD.status, OLD.agreement) IS DISTINCT FROM request_is_shown(NEW.status, NEW.agreement)
    OR request_is_suspended(OLD.status) IS DISTINCT FROM request_is_suspended(NEW.status))
  EXECUTE FUNCTION "request_tells_steps"();

UPDATE "processing_steps" s
  SET "request_date" = r.date_request, "request_is_shown" = request_is_shown(r.status, r.agreement),
    "request_is_suspended" = request_is_suspended(r.status)
  FROM "requests" r WHERE r.id = s.request_id;
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_request_date" CHECK ("request_date" IS NOT NULL);

DROP INDEX "processing_steps_worklist_idx";
CREATE INDEX "processing_steps_worklist_idx" ON "processing_steps"("partner_id", "request_date", "id", "request_id", "status", "request_is_shown", "request_is_suspended", "assignee_id", "due_on");

-- An organisation's conversations and what waits in them are counted in their indexes alone.
DROP INDEX "processing_steps_unanswered_idx";
CREATE INDEX "processing_steps_unanswered_idx"
  ON "processing_steps"("partner_id", "awaits_answer_since", "id") INCLUDE ("status", "awaiting_messages", "request_is_shown")
  WHERE "awaits_answer_since" IS NOT NULL AND "status" IN ('ASSIGNED', 'IN_PROGRESS', 'BLOCKED', 'NOT_STARTED');
DROP INDEX "processing_steps_conversations_idx";
CREATE INDEX "processing_steps_conversations_idx"
  ON "processing_steps"("partner_id", "last_message_at", "id") INCLUDE ("status", "awaits_answer_since", "request_is_shown")
  WHERE "last_message_at" IS NOT NULL;
