-- Who at a terminal gave, took or held a request, beside what its history says of it.
ALTER TYPE "AdministratorActKind" ADD VALUE 'STEP_GIVEN';
ALTER TYPE "AdministratorActKind" ADD VALUE 'STEP_REASSIGNED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'STEP_REJECTED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'REQUEST_SENT_BACK';
ALTER TYPE "AdministratorActKind" ADD VALUE 'REQUEST_HELD';
ALTER TYPE "AdministratorActKind" ADD VALUE 'REQUEST_RESUMED';
ALTER TABLE "administrator_acts" ADD COLUMN "request_id" INTEGER;
CREATE INDEX "administrator_acts_request_id_at_idx" ON "administrator_acts"("request_id", "at");
ALTER TABLE "administrator_acts" ADD CONSTRAINT "administrator_acts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE OR REPLACE FUNCTION refuse_administrator_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.id = OLD.id AND NEW.kind = OLD.kind AND NEW.by_name = OLD.by_name AND NEW.at = OLD.at
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
    AND (NEW.partner_id IS NULL OR NEW.partner_id = OLD.partner_id)
    AND (NEW.request_id IS NULL OR NEW.request_id = OLD.request_id)
    AND (NEW.reason IS NULL OR NEW.reason = OLD.reason) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'administrator_acts is append-only' USING ERRCODE = 'restrict_violation';
END $$;
