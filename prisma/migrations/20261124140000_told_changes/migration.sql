-- Whoever keeps what it has read is told when that has changed: processes of the API listen to the channel `wasl`.
CREATE FUNCTION "tell_all"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE FUNCTION "tell_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', TG_ARGV[0] || ' ' || OLD.id);
  RETURN NULL;
END $$;

CREATE TRIGGER "reference_items_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reference_items"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');
CREATE TRIGGER "reference_lists_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reference_lists"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');

-- What tells who calls; when a session was seen last does not.
CREATE TRIGGER "sessions_tell" AFTER UPDATE OF "ended_at", "expires_at", "user_id" ON "sessions"
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION "tell_row"('session');
CREATE TRIGGER "users_tell"
  AFTER UPDATE OF "email", "role", "nom", "prenom", "company_name", "lang", "partner_id", "email_confirmed_at",
    "approved_at", "disabled_at", "session_version" ON "users"
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION "tell_row"('user');
CREATE TRIGGER "sessions_tell_gone" AFTER DELETE OR TRUNCATE ON "sessions"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('session');
