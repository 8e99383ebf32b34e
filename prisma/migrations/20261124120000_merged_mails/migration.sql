-- Mails to an agent about one request become one while none of them was sent.
ALTER TABLE "outbox_mails" ADD COLUMN "merge_key" TEXT;

CREATE UNIQUE INDEX "outbox_mails_to_merge_key_key" ON "outbox_mails"("to", "merge_key");
