ALTER TYPE "AdministratorActKind" ADD VALUE 'NOTICE_PUBLISHED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'NOTICE_ENDED';

CREATE TABLE "portal_notices" (
    "id" SERIAL NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "text_fr" TEXT NOT NULL,
    "text_en" TEXT,
    "text_ar" TEXT,
    "text_es" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "portal_notices_pkey" PRIMARY KEY ("id")
);

-- Servers cache the notice as they cache reference lists.
CREATE TRIGGER "portal_notices_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "portal_notices"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');
