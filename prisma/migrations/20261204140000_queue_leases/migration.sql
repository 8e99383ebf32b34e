-- The rows of all queues are leased by the same two columns; `background_jobs` and `webhook_deliveries` have them already.
ALTER TABLE "outbox_mails" ADD COLUMN "held_by" UUID, ADD COLUMN "held_until" TIMESTAMPTZ(3);
ALTER TABLE "phone_messages" ADD COLUMN "held_by" UUID, ADD COLUMN "held_until" TIMESTAMPTZ(3);
ALTER TABLE "stored_files" ADD COLUMN "held_by" UUID, ADD COLUMN "held_until" TIMESTAMPTZ(3);
