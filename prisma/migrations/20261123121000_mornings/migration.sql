-- What is done once on a day: the mails of the morning.
CREATE TABLE "daily_runs" (
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "done_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "daily_runs_pkey" PRIMARY KEY ("name", "day")
);

ALTER TABLE "requests" ADD COLUMN "draft_reminded_at" TIMESTAMPTZ(3);

ALTER TYPE "MailKind" ADD VALUE 'DIGEST';
ALTER TYPE "MailKind" ADD VALUE 'NOT_TAKEN_UP';
ALTER TYPE "MailKind" ADD VALUE 'DOCUMENT_AWAITED';
ALTER TYPE "MailKind" ADD VALUE 'DRAFT';
