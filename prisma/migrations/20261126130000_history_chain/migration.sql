-- The history can be verified: each event of a request carries the hash of itself and of the one before it, and what the
-- last one must be stands in a table of its own.
ALTER TABLE "history_events" ADD COLUMN "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "detail_salt" BYTEA,
ADD COLUMN "detail_hash" BYTEA,
ADD COLUMN "hash" BYTEA NOT NULL DEFAULT '\x';
CREATE TABLE "history_heads" (
    "request_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    CONSTRAINT "history_heads_pkey" PRIMARY KEY ("request_id")
);

-- Words may be taken out by an erasure: the chain holds their salted hash, and goes on holding when words and salt are gone.
CREATE FUNCTION history_words_hash(salt BYTEA, words TEXT) RETURNS BYTEA LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(salt || convert_to(words, 'UTF8'))
$$;
CREATE FUNCTION history_link_hash(before BYTEA, event history_events) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT sha256(before || convert_to(jsonb_build_array(event.request_id, event.position, event.id, event.step_id, event.kind,
    event.from_status, event.to_status, event.percent, encode(event.detail_hash, 'hex'), event.actor_id, event.actor_role,
    event.from_owner_id, event.to_owner_id, (extract(epoch FROM event.at) * 1000)::bigint)::text, 'UTF8'))
$$;

-- One request after another waits for its own head only. The links are the database's: what a client sends for them is replaced.
CREATE FUNCTION chain_history_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head history_heads;
BEGIN
  SELECT * INTO head FROM history_heads WHERE request_id = NEW.request_id FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO history_heads (request_id, position, hash) VALUES (NEW.request_id, 0, '') ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM history_heads WHERE request_id = NEW.request_id FOR UPDATE;
  END IF;
  NEW.position := head.position + 1;
  NEW.detail_salt := CASE WHEN NEW.detail IS NULL THEN NULL ELSE uuid_send(gen_random_uuid()) END;
  NEW.detail_hash := history_words_hash(NEW.detail_salt, NEW.detail);
  NEW.hash := history_link_hash(head.hash, NEW);
  UPDATE history_heads SET position = NEW.position, hash = NEW.hash WHERE request_id = NEW.request_id;
  RETURN NEW;
END $$;

-- What is there so far, in the order of its ids.
DROP TRIGGER "history_events_append_only" ON "history_events";
DO $$
DECLARE
  event history_events;
  head history_heads;
BEGIN
  FOR event IN SELECT * FROM history_events ORDER BY request_id, id LOOP
    IF head.request_id IS DISTINCT FROM event.request_id THEN
      head := ROW(event.request_id, 0, ''::bytea);
    END IF;
    event.position := head.position + 1;
    event.detail_salt := CASE WHEN event.detail IS NULL THEN NULL ELSE uuid_send(gen_random_uuid()) END;
    event.detail_hash := history_words_hash(event.detail_salt, event.detail);
    event.hash := history_link_hash(head.hash, event);
    head.position := event.position;
    head.hash := event.hash;
    UPDATE history_events SET position = event.position, detail_salt = event.detail_salt, detail_hash = event.detail_hash,
      hash = event.hash WHERE id = event.id;
    INSERT INTO history_heads SELECT head.* ON CONFLICT (request_id)
      DO UPDATE SET position = EXCLUDED.position, hash = EXCLUDED.hash;
  END LOOP;
END $$;

-- Erasing a person or a request takes out of the history what was written: these words alone may go, with their salt, and
-- nothing may come in their place.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.to_status IN ('A_REFOURMULER', 'EN_ATTENTE', 'REJECTED', 'RETIREE', 'DECLINED')
    AND NEW.detail IS NULL AND to_jsonb(NEW) - 'detail' - 'detail_salt' = to_jsonb(OLD) - 'detail' - 'detail_salt' THEN
    NEW.detail_salt := NULL;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "history_events_append_only" BEFORE UPDATE OR DELETE ON "history_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
CREATE TRIGGER "history_events_chain" BEFORE INSERT ON "history_events"
  FOR EACH ROW EXECUTE FUNCTION chain_history_event();

-- A trigger of rows does not see TRUNCATE.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "history_events_no_truncate" BEFORE TRUNCATE ON "history_events" EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER "history_heads_no_truncate" BEFORE TRUNCATE ON "history_heads" EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER "administrator_acts_no_truncate" BEFORE TRUNCATE ON "administrator_acts" EXECUTE FUNCTION refuse_truncate();
