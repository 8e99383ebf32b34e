-- A link of the history in one statement, where there were three and four: imports write hundreds of thousands. The conflict is
-- found by the key of the heads whatever the planner knows of them; the reads of before kept a plan that was made while the table
-- was empty, and read all of its rows again for each line of an import.
CREATE FUNCTION history_link_hash(before BYTEA, place INTEGER, event history_events) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT sha256(before || convert_to(jsonb_build_array(event.request_id, place, event.id, event.step_id, event.kind,
    event.from_status, event.to_status, event.percent, encode(event.detail_hash, 'hex'), event.actor_id, event.actor_role,
    event.from_owner_id, event.to_owner_id, (extract(epoch FROM event.at) * 1000)::bigint)::text, 'UTF8'))
$$;
CREATE OR REPLACE FUNCTION history_link_hash(before BYTEA, event history_events) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT history_link_hash(before, event.position, event)
$$;

CREATE OR REPLACE FUNCTION chain_history_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.detail IS NULL THEN
    NEW.detail_salt := NULL;
    NEW.detail_hash := NULL;
  ELSE
    NEW.detail_salt := uuid_send(gen_random_uuid());
    NEW.detail_hash := history_words_hash(NEW.detail_salt, NEW.detail);
  END IF;
  INSERT INTO history_heads AS head (request_id, position, hash)
    VALUES (NEW.request_id, 1, history_link_hash(''::bytea, 1, NEW))
    ON CONFLICT (request_id) DO UPDATE
      SET position = head.position + 1, hash = history_link_hash(head.hash, head.position + 1, NEW)
    RETURNING head.position, head.hash INTO NEW.position, NEW.hash;
  RETURN NEW;
END $$;
