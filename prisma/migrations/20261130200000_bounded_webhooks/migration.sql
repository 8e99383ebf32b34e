-- What waits for an address is bounded; what was given up for that is said of the address.
ALTER TABLE "webhook_endpoints" ADD COLUMN "dropped" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "dropped_at" TIMESTAMPTZ(3);

-- A look for what is due reads the few that are taken, however many wait, also where they were all asked for again at one instant,
-- and of an address that is paused no more than its tests.
DROP INDEX "webhook_deliveries_endpoint_id_state_next_attempt_at_idx";
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at", "id") WHERE "state" = 'WAITING';
CREATE INDEX "webhook_deliveries_tests_idx" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at", "id")
  WHERE "state" = 'WAITING' AND "kind" = 'webhook.test';

-- An organisation of which nobody can sign in any more reads nothing with its keys and is told nothing. What "nobody" is, is the
-- activeAgent of the API; a test holds the two against each other.
CREATE OR REPLACE FUNCTION "webhook_tell"(about JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, kind, data)
    SELECT e.id, a.kind, jsonb_strip_nulls(a.data)
    FROM jsonb_to_recordset(about) AS a(partner_id int, kind text, data jsonb)
      JOIN webhook_endpoints e ON e.partner_id = a.partner_id AND e.off_at IS NULL AND a.kind = ANY(e.kinds)
      -- As with its keys: an organisation whose approval has ended is told nothing.
      JOIN partners p ON p.id = e.partner_id AND p.approved_at IS NOT NULL AND p.refused_at IS NULL
    WHERE EXISTS (SELECT FROM users u WHERE u.partner_id = e.partner_id AND u.role = 'PARTENAIRE'
      AND u.email_confirmed_at IS NOT NULL AND u.approved_at IS NOT NULL AND u.disabled_at IS NULL)
    -- One that is being deleted would fail what the person does.
    FOR KEY SHARE OF e SKIP LOCKED;
  IF FOUND THEN PERFORM pg_notify('wasl', 'webhook'); END IF;
END $$;

CREATE TRIGGER "users_tell_keys" AFTER UPDATE OF "role", "partner_id", "email_confirmed_at", "approved_at", "disabled_at" ON "users"
  FOR EACH ROW WHEN ((OLD.partner_id IS NOT NULL OR NEW.partner_id IS NOT NULL) AND (OLD.role IS DISTINCT FROM NEW.role
    OR OLD.partner_id IS DISTINCT FROM NEW.partner_id OR OLD.email_confirmed_at IS DISTINCT FROM NEW.email_confirmed_at
    OR OLD.approved_at IS DISTINCT FROM NEW.approved_at OR OLD.disabled_at IS DISTINCT FROM NEW.disabled_at))
  EXECUTE FUNCTION "tell_all"('key');
CREATE TRIGGER "users_tell_keys_new" AFTER INSERT ON "users"
  FOR EACH ROW WHEN (NEW.partner_id IS NOT NULL) EXECUTE FUNCTION "tell_all"('key');
CREATE TRIGGER "users_tell_keys_gone" AFTER DELETE ON "users"
  FOR EACH ROW WHEN (OLD.partner_id IS NOT NULL) EXECUTE FUNCTION "tell_all"('key');
