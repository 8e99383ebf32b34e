-- A link that approves an agent belongs to the colleague it was mailed to. Those sent before say nobody's name and end
-- here: the same colleagues find the newcomer among their colleagues in the profile.
DELETE FROM "account_tokens" WHERE "kind" = 'AGENT_APPROVAL';

ALTER TABLE "account_tokens" ADD COLUMN "recipient_id" UUID;

CREATE INDEX "account_tokens_recipient_id_idx" ON "account_tokens"("recipient_id");

ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_recipient_id_fkey"
  FOREIGN KEY ("recipient_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_recipient_check"
  CHECK (("kind" = 'AGENT_APPROVAL') = ("recipient_id" IS NOT NULL));
