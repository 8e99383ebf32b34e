-- Mails that somebody sits and waits for go before those of a file of three thousand lines.
ALTER TABLE "outbox_mails" ADD COLUMN "priority" SMALLINT NOT NULL DEFAULT 1;

DROP INDEX "outbox_mails_state_next_attempt_at_idx";
CREATE INDEX "outbox_mails_state_priority_next_attempt_at_idx" ON "outbox_mails"("state", "priority", "next_attempt_at");
