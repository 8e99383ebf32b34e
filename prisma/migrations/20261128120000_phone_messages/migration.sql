-- Words to telephones: whose number, what they asked to be told of, and what waits to be sent.
CREATE TYPE "PhoneChannel" AS ENUM ('SMS', 'WHATSAPP');
CREATE TYPE "PhoneMessageKind" AS ENUM ('CODE', 'ACTION', 'PROGRESS', 'REMINDER', 'ENDED');
CREATE TYPE "PhoneMessageState" AS ENUM ('WAITING', 'SENT', 'FAILED');

CREATE TABLE "message_phones" (
  "user_id" UUID NOT NULL,
  "number" TEXT NOT NULL,
  "channel" "PhoneChannel" NOT NULL,
  "kinds" "PhoneMessageKind"[],
  "chosen_at" TIMESTAMPTZ(3),
  "verified_at" TIMESTAMPTZ(3),
  "unreachable_at" TIMESTAMPTZ(3),
  "sealed_code" TEXT,
  "code_expires_at" TIMESTAMPTZ(3),
  "code_tries" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "message_phones_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "message_phones_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "phone_messages" (
  "id" SERIAL NOT NULL,
  "key" UUID NOT NULL DEFAULT gen_random_uuid(),
  "user_id" UUID NOT NULL,
  "kind" "PhoneMessageKind" NOT NULL,
  "request_id" INTEGER,
  "state" "PhoneMessageState" NOT NULL DEFAULT 'WAITING',
  "merge_key" INTEGER,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_error" TEXT,
  "is_mailed" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sent_at" TIMESTAMPTZ(3),
  CONSTRAINT "phone_messages_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "phone_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "phone_messages_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "phone_messages_key_key" ON "phone_messages"("key");
CREATE UNIQUE INDEX "phone_messages_user_id_merge_key_key" ON "phone_messages"("user_id", "merge_key");
CREATE INDEX "phone_messages_state_next_attempt_at_idx" ON "phone_messages"("state", "next_attempt_at");
CREATE INDEX "phone_messages_user_id_sent_at_idx" ON "phone_messages"("user_id", "sent_at");
CREATE INDEX "phone_messages_request_id_idx" ON "phone_messages"("request_id");

-- A mail stands behind the word that is sent in its place.
ALTER TYPE "OutboxState" ADD VALUE 'HELD';
ALTER TABLE "outbox_mails" ADD COLUMN "phone_message_id" INTEGER;
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_phone_message_id_fkey"
  FOREIGN KEY ("phone_message_id") REFERENCES "phone_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "outbox_mails_phone_message_id_idx" ON "outbox_mails"("phone_message_id");
