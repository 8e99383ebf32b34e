-- Pages that are open are told when something has changed for whom they show it to: `person` with the person's id, and
-- `organisation` with the organisation's, on the channel that every process of the API listens to (`wasl`). Each is told once
-- for a transaction, however many rows there were.
CREATE FUNCTION "tell_persons"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', 'person ' || t.user_id) FROM (SELECT DISTINCT user_id FROM changed) AS t;
  RETURN NULL;
END $$;

CREATE TRIGGER "notices_tell_new" AFTER INSERT ON "notices" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_persons"();
CREATE TRIGGER "notices_tell_changed" AFTER UPDATE ON "notices" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_persons"();

-- What the housekeeping takes away is of half a year ago and has been read, or is not worth a word.
CREATE FUNCTION "tell_persons_of_gone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', 'person ' || t.user_id) FROM (
    SELECT DISTINCT user_id FROM changed WHERE read_at IS NULL AND created_at > now() - interval '90 days') AS t;
  RETURN NULL;
END $$;
CREATE TRIGGER "notices_tell_gone" AFTER DELETE ON "notices" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_persons_of_gone"();

-- A message, and that it was read, is news to both sides of its step, and to who wrote it.
CREATE FUNCTION "tell_both_sides"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', t.who) FROM (
    SELECT unnest(ARRAY['person ' || r.beneficiary_id, 'organisation ' || s.partner_id]) AS who
    FROM processing_steps s JOIN requests r ON r.id = s.request_id
    WHERE s.id = ANY(ARRAY(SELECT step_id FROM changed))
    UNION SELECT 'person ' || author_id FROM changed) AS t;
  RETURN NULL;
END $$;
CREATE TRIGGER "step_messages_tell_new" AFTER INSERT ON "step_messages" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_both_sides"();
CREATE TRIGGER "step_messages_tell_read" AFTER UPDATE ON "step_messages" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_both_sides"();

CREATE FUNCTION "tell_organisations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', 'organisation ' || t.partner_id) FROM (SELECT DISTINCT partner_id FROM changed) AS t;
  RETURN NULL;
END $$;
CREATE TRIGGER "processing_steps_tell_new" AFTER INSERT ON "processing_steps" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_organisations"();
CREATE TRIGGER "processing_steps_tell_changed" AFTER UPDATE ON "processing_steps" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_organisations"();
