-- One receipt for each submission; its token opens the public page that confirms number and date.
CREATE TABLE "request_receipts" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_receipts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "request_receipts_token_key" ON "request_receipts"("token");
CREATE UNIQUE INDEX "request_receipts_request_id_submitted_at_key" ON "request_receipts"("request_id", "submitted_at");
ALTER TABLE "request_receipts" ADD CONSTRAINT "request_receipts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The usual delay: the newest handled requests of a journey or of a service, straight from an index.
CREATE INDEX "requests_journey_def_id_status_id_idx" ON "requests"("journey_def_id", "status", "id");
DROP INDEX "request_services_item_id_idx";
CREATE INDEX "request_services_item_id_request_id_idx" ON "request_services"("item_id", "request_id");
