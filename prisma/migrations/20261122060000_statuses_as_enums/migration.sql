-- Statuses and kinds were text with a check or without one: from now on the types say which values there are. A type is
-- changed in place: a column's rows are rewritten once and its indexes with them, in this transaction.
CREATE TYPE "RequestStatus" AS ENUM ('EN_COURS_DE_CREATION', 'A_REFOURMULER', 'NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'EN_ATTENTE', 'DEMANDE_TRAITE', 'SUPPRIME');
CREATE TYPE "StepStatus" AS ENUM ('NOT_STARTED', 'ASSIGNED', 'IN_PROGRESS', 'BLOCKED', 'PROCESSED', 'REJECTED');
CREATE TYPE "NoticeKind" AS ENUM ('ASSIGNED', 'PROGRESS', 'DOCUMENTS_ASKED', 'STATUS', 'REPHRASE', 'IMPORTED', 'AGREEMENT_ASKED', 'MESSAGE', 'NEW_STEP', 'NEW_STEPS', 'DOCUMENTS_RECEIVED', 'RATED', 'HELD', 'RESUMED', 'AGREEMENT_WITHDRAWN', 'COLLEAGUE_AWAITING');
CREATE TYPE "MailKind" AS ENUM ('RECEIPT', 'ASSIGNED', 'DOCUMENTS', 'STATUS', 'MESSAGE');

ALTER TABLE "requests" DROP CONSTRAINT "requests_status_check",
  ALTER COLUMN "status" DROP DEFAULT,
  ALTER COLUMN "status" TYPE "RequestStatus" USING "status"::"RequestStatus",
  ALTER COLUMN "status" SET DEFAULT 'EN_COURS_DE_CREATION';

-- The rule on both columns is written on the type: PostgreSQL keeps the old one as a comparison of texts.
ALTER TABLE "processing_steps" DROP CONSTRAINT "processing_steps_status_check",
  DROP CONSTRAINT "processing_steps_percent_check",
  ALTER COLUMN "status" TYPE "StepStatus" USING "status"::"StepStatus";
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_percent_check"
  CHECK ("percent" BETWEEN 0 AND 100 AND ("percent" = 100) = ("status" = 'PROCESSED'));

-- These two had no check. What no version ever knew how to say or to refuse goes: it was shown to nobody.
DELETE FROM "notices" WHERE "kind" <> ALL (enum_range(NULL::"NoticeKind")::text[]);
DELETE FROM "refused_mails" WHERE "kind" <> ALL (enum_range(NULL::"MailKind")::text[]);
ALTER TABLE "notices" ALTER COLUMN "kind" TYPE "NoticeKind" USING "kind"::"NoticeKind";
ALTER TABLE "refused_mails" ALTER COLUMN "kind" TYPE "MailKind" USING "kind"::"MailKind";
