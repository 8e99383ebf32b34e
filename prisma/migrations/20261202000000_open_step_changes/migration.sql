-- How many open steps an organisation has is a sum of changes: whoever routes a request reads some rows of each organisation and not
-- its steps (docs/decisions, 86).

-- As `openStepStatuses` of the API has it: its tests compare every status.
CREATE FUNCTION "step_is_open"(status "StepStatus") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('NOT_STARTED', 'ASSIGNED', 'IN_PROGRESS', 'BLOCKED')
$$;

-- Rows are added and never changed, so that no two writers of an organisation wait for each other; the housekeeping adds them up.
-- No reference to the organisation: whoever closes a step would lock it.
CREATE TABLE "open_step_changes" (
  "id" BIGSERIAL NOT NULL,
  "partner_id" INTEGER NOT NULL,
  "change" INTEGER NOT NULL,
  CONSTRAINT "open_step_changes_pkey" PRIMARY KEY ("id")
);
CREATE FUNCTION "steps_come"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_step_changes (partner_id, change)
    SELECT partner_id, count(*) FROM changed WHERE step_is_open(status) GROUP BY partner_id ORDER BY partner_id;
  RETURN NULL;
END $$;
CREATE FUNCTION "steps_go"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_step_changes (partner_id, change)
    SELECT partner_id, -count(*) FROM changed WHERE step_is_open(status) GROUP BY partner_id ORDER BY partner_id;
  RETURN NULL;
END $$;
CREATE FUNCTION "step_opens_or_closes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF step_is_open(OLD.status) THEN
    INSERT INTO open_step_changes (partner_id, change) VALUES (OLD.partner_id, -1);
  END IF;
  IF step_is_open(NEW.status) THEN
    INSERT INTO open_step_changes (partner_id, change) VALUES (NEW.partner_id, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "processing_steps_come" AFTER INSERT ON "processing_steps"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "steps_come"();
CREATE TRIGGER "processing_steps_go" AFTER DELETE ON "processing_steps"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "steps_go"();
-- For each row, since most updates open and close nothing and are not even looked at by a function.
CREATE TRIGGER "processing_steps_open_or_close" AFTER UPDATE OF "status", "partner_id" ON "processing_steps"
  FOR EACH ROW WHEN (step_is_open(OLD.status) <> step_is_open(NEW.status)
    OR (OLD.partner_id <> NEW.partner_id AND step_is_open(NEW.status)))
  EXECUTE FUNCTION "step_opens_or_closes"();

-- After the triggers, which keep writers waiting until this is committed: no step is counted twice or not at all.
INSERT INTO "open_step_changes" ("partner_id", "change")
  SELECT "partner_id", count(*) FROM "processing_steps" WHERE step_is_open("status") GROUP BY "partner_id";
CREATE INDEX "open_step_changes_partner_id_change_idx" ON "open_step_changes"("partner_id", "change");
