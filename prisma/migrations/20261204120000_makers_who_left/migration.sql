ALTER TYPE "IntegrationActKind" ADD VALUE 'KEY_CONFIRMED';
ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_CONFIRMED';
ALTER TYPE "WebhookOff" ADD VALUE 'MAKER_LEFT';
ALTER TYPE "NoticeKind" ADD VALUE 'MAKER_LEFT';

ALTER TABLE "api_keys" ADD COLUMN "confirmed_by_id" UUID, ADD COLUMN "planned_expires_at" TIMESTAMPTZ(3);
ALTER TABLE "webhook_endpoints" ADD COLUMN "confirmed_by_id" UUID, ADD COLUMN "ends_at" TIMESTAMPTZ(3);
