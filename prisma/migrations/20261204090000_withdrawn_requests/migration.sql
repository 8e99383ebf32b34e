-- A withdrawn request is shown to the organisations that had begun work on it, and to no others.
CREATE FUNCTION "step_is_shown"(request "RequestStatus", agreement "Agreement", step "StepStatus", started TIMESTAMPTZ)
  RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT request_is_shown(request, agreement)
    AND NOT (request = 'RETIREE' AND step = 'REJECTED' AND started IS NULL)
$$;

CREATE OR REPLACE FUNCTION "step_takes_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT r.date_request, step_is_shown(r.status, r.agreement, NEW.status, NEW.processing_start_date),
      request_is_suspended(r.status)
    INTO NEW.request_date, NEW.request_is_shown, NEW.request_is_suspended
    FROM requests r WHERE r.id = NEW.request_id;
  RETURN NEW;
END $$;

-- The steps are closed before their request is withdrawn, under its lock.
CREATE OR REPLACE FUNCTION "request_tells_steps"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  suspended BOOLEAN := request_is_suspended(NEW.status);
BEGIN
  UPDATE processing_steps s
    SET request_date = NEW.date_request, request_is_suspended = suspended,
      request_is_shown = step_is_shown(NEW.status, NEW.agreement, s.status, s.processing_start_date)
    WHERE s.request_id = NEW.id
      AND (s.request_date, s.request_is_shown, s.request_is_suspended) IS DISTINCT FROM (NEW.date_request,
        step_is_shown(NEW.status, NEW.agreement, s.status, s.processing_start_date), suspended);
  RETURN NULL;
END $$;
DROP TRIGGER "requests_steps" ON "requests";
CREATE TRIGGER "requests_steps" AFTER UPDATE OF "status", "agreement", "date_request" ON "requests"
  FOR EACH ROW WHEN (OLD.date_request IS DISTINCT FROM NEW.date_request
    OR (OLD.status = 'RETIREE') IS DISTINCT FROM (NEW.status = 'RETIREE')
    OR request_is_shown(OLD.status, OLD.agreement) IS DISTINCT FROM request_is_shown(NEW.status, NEW.agreement)
    OR request_is_suspended(OLD.status) IS DISTINCT FROM request_is_suspended(NEW.status))
  EXECUTE FUNCTION "request_tells_steps"();

UPDATE "processing_steps" s SET "request_is_shown" = false
  FROM "requests" r
  WHERE r.id = s.request_id AND s.request_is_shown
    AND NOT step_is_shown(r.status, r.agreement, s.status, s.processing_start_date);
