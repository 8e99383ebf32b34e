-- The address, the name or the kinds of a webhook can be changed: who did is kept.
ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_CHANGED' AFTER 'WEBHOOK_MADE';
