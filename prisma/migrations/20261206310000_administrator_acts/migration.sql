ALTER TYPE "AdministratorActKind" ADD VALUE 'AGENT_REFUSED' AFTER 'AGENT_APPROVED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'SERVICE_REFUSED' AFTER 'SERVICE_APPROVED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'ADMINISTRATOR_ADDED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'ADMINISTRATOR_LINKED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'ADMINISTRATOR_RESET';
ALTER TYPE "AdministratorActKind" ADD VALUE 'ADMINISTRATOR_SUSPENDED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'ADMINISTRATOR_REOPENED';

ALTER TABLE "administrator_acts" ADD COLUMN "administrator_id" UUID;
ALTER TABLE "administrator_acts" ADD CONSTRAINT "administrator_acts_administrator_id_fkey" FOREIGN KEY ("administrator_id") REFERENCES "administrators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- As before, and an administrator of an act never changes.
CREATE OR REPLACE FUNCTION refuse_administrator_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.id = OLD.id AND NEW.kind = OLD.kind AND NEW.by_name = OLD.by_name AND NEW.at = OLD.at
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
    AND (NEW.partner_id IS NULL OR NEW.partner_id = OLD.partner_id)
    AND (NEW.request_id IS NULL OR NEW.request_id = OLD.request_id)
    AND NEW.administrator_id IS NOT DISTINCT FROM OLD.administrator_id
    AND (NEW.reason IS NULL OR NEW.reason = OLD.reason) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'administrator_acts is append-only' USING ERRCODE = 'restrict_violation';
END $$;
