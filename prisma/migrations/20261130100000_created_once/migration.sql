-- Created, and sent again because the answer was lost: the same key of the same person makes no second draft.
-- Null for those that are there and for what organisations file.
ALTER TABLE "requests" ADD COLUMN "client_key" UUID;
CREATE UNIQUE INDEX "requests_beneficiary_id_client_key_key" ON "requests"("beneficiary_id", "client_key");
