-- What the administrator did to a person's access or to an organisation, and who did it.
CREATE TYPE "AdministratorActKind" AS ENUM ('SUSPENDED', 'REOPENED', 'SESSIONS_ENDED', 'SECOND_FACTOR_RESET', 'AGENT_APPROVED', 'ORGANISATION_APPROVED', 'ORGANISATION_REFUSED');
CREATE TABLE "administrator_acts" (
    "id" SERIAL NOT NULL,
    "kind" "AdministratorActKind" NOT NULL,
    "user_id" UUID,
    "partner_id" INTEGER,
    "by_name" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "administrator_acts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "administrator_acts_user_id_at_idx" ON "administrator_acts"("user_id", "at");
CREATE INDEX "administrator_acts_partner_id_at_idx" ON "administrator_acts"("partner_id", "at");
ALTER TABLE "administrator_acts" ADD CONSTRAINT "administrator_acts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "administrator_acts" ADD CONSTRAINT "administrator_acts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- It is append-only, but that an erasure takes the words, and the end of a row its subject, out of it.
CREATE FUNCTION refuse_administrator_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.id = OLD.id AND NEW.kind = OLD.kind AND NEW.by_name = OLD.by_name AND NEW.at = OLD.at
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
    AND (NEW.partner_id IS NULL OR NEW.partner_id = OLD.partner_id)
    AND (NEW.reason IS NULL OR NEW.reason = OLD.reason) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'administrator_acts is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "administrator_acts_append_only" BEFORE UPDATE OR DELETE ON "administrator_acts"
  FOR EACH ROW EXECUTE FUNCTION refuse_administrator_act_change();

-- An organisation that waited and was refused.
ALTER TABLE "partners" ADD COLUMN "refused_at" TIMESTAMPTZ(3);
