-- Keys with which other systems act as an organisation.
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_on" DATE,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" UUID,
    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "api_keys_prefix_key" ON "api_keys"("prefix");
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");
CREATE INDEX "api_keys_partner_id_created_at_idx" ON "api_keys"("partner_id", "created_at");
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What responsables did about other systems; append-only.
CREATE TYPE "IntegrationActKind" AS ENUM ('KEY_MADE', 'KEY_REVOKED');
CREATE TABLE "integration_acts" (
    "id" SERIAL NOT NULL,
    "kind" "IntegrationActKind" NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "subject_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "by_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "integration_acts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "integration_acts_partner_id_at_idx" ON "integration_acts"("partner_id", "at");
CREATE FUNCTION refuse_integration_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'integration_acts is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "integration_acts_append_only" BEFORE UPDATE OR DELETE ON "integration_acts"
  FOR EACH ROW EXECUTE FUNCTION refuse_integration_act_change();

-- A key opens files too, and is told apart from an agent.
ALTER TABLE "record_accesses" ADD COLUMN "key_id" UUID;
CREATE UNIQUE INDEX "record_accesses_request_id_key_id_kind_day_key" ON "record_accesses"("request_id", "key_id", "kind", "day");
CREATE INDEX "record_accesses_key_id_idx" ON "record_accesses"("key_id");
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Processes keep what they know of a key until they are told; when it was last used changes nothing of that.
CREATE TRIGGER "api_keys_tell" AFTER UPDATE OF "revoked_at", "expires_at", "scopes", "partner_id", "name", "hash" ON "api_keys"
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION "tell_row"('key');
CREATE TRIGGER "api_keys_tell_gone" AFTER DELETE OR TRUNCATE ON "api_keys"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('key');
CREATE TRIGGER "partners_tell_keys" AFTER UPDATE OF "approved_at", "refused_at" ON "partners"
  FOR EACH ROW WHEN (OLD.approved_at IS DISTINCT FROM NEW.approved_at OR OLD.refused_at IS DISTINCT FROM NEW.refused_at)
  EXECUTE FUNCTION "tell_all"('key');
