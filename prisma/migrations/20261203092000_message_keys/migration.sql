ALTER TABLE "outbox_mails" ADD COLUMN "message_key" UUID NOT NULL DEFAULT gen_random_uuid();
