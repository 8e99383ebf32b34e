-- A request that an organisation files for a person it does not know waits for the person's agreement.
CREATE TYPE "Agreement" AS ENUM ('NOT_NEEDED', 'WAITING', 'GIVEN', 'REFUSED', 'WITHDRAWN');
ALTER TABLE "requests" ADD COLUMN "agreement" "Agreement" NOT NULL DEFAULT 'NOT_NEEDED',
ADD COLUMN "is_date_stated" BOOLEAN NOT NULL DEFAULT false;

-- Requests imported so far: a date that is not the import's own moment was in the file.
UPDATE "requests" SET "is_date_stated" = true WHERE "import_id" IS NOT NULL AND "date_request" <> "created_at";

-- Which file opened an account.
ALTER TABLE "users" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "users" ADD CONSTRAINT "users_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "users_import_id_idx" ON "users"("import_id");
-- Those opened so far bear the very moment of their import. Where as many accounts bear it as the file had lines, nobody
-- else's is among them; any other account stays as it is, and its organisation asks.
WITH "opened" AS (
  SELECT "created_at", count(*) AS "accounts" FROM "users" WHERE "role" = 'BENEFICIAIRE' GROUP BY "created_at"
)
UPDATE "users" SET "import_id" = "import_runs"."import_id"
FROM "import_runs" JOIN "opened" ON "opened"."created_at" = "import_runs"."ended_at" AND "opened"."accounts" = "import_runs"."rows"
WHERE "import_runs"."kind" = 'BENEFICIARIES' AND "import_runs"."status" = 'DONE' AND NOT "import_runs"."is_dry_run"
  AND "users"."role" = 'BENEFICIAIRE' AND "users"."created_at" = "import_runs"."ended_at";

-- What organisations may know of is read from the index alone, as before.
DROP INDEX "requests_id_status_idx";
CREATE INDEX "requests_id_status_agreement_idx" ON "requests"("id", "status", "agreement");
DROP INDEX "requests_import_id_idx";
CREATE INDEX "requests_import_id_agreement_id_idx" ON "requests"("import_id", "agreement", "id");
