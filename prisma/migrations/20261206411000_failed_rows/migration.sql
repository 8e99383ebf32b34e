ALTER TYPE "AdministratorActKind" ADD VALUE 'RETRIED' BEFORE 'ADMINISTRATOR_ADDED';

-- Pages of failed rows, whatever else the tables hold.
CREATE INDEX outbox_mails_failed_idx ON outbox_mails (id) WHERE (state = 'FAILED'::"OutboxState");
CREATE INDEX phone_messages_failed_idx ON phone_messages (id) WHERE (state = 'FAILED'::"PhoneMessageState" AND NOT is_mailed);
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (created_at, id) WHERE (state = 'FAILED'::"WebhookDeliveryState");
