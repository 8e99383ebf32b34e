-- Inside an organisation some agents decide who else is one and what it says of itself; the others work on files.
ALTER TYPE "AdministratorActKind" ADD VALUE 'RESPONSIBLE_NAMED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'RESPONSIBLE_ENDED';
ALTER TABLE "users" ADD COLUMN "is_responsible" BOOLEAN NOT NULL DEFAULT false;

-- Organisations that are there already: the agent who has been approved longest, one who can sign in before one who cannot.
UPDATE "users" SET "is_responsible" = true
WHERE "id" IN (
  SELECT DISTINCT ON ("partner_id") "id" FROM "users"
  WHERE "role" = 'PARTENAIRE' AND "partner_id" IS NOT NULL AND "approved_at" IS NOT NULL
  ORDER BY "partner_id", ("disabled_at" IS NULL AND "email_confirmed_at" IS NOT NULL) DESC, "approved_at", "id");

-- It belongs to what a process keeps of who calls.
DROP TRIGGER "users_tell" ON "users";
CREATE TRIGGER "users_tell"
  AFTER UPDATE OF "email", "role", "nom", "prenom", "company_name", "lang", "partner_id", "email_confirmed_at",
    "approved_at", "disabled_at", "session_version", "is_responsible" ON "users"
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION "tell_row"('user');
