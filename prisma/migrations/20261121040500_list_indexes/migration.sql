-- The lists of an organisation: its steps with their requests, and the status of a request, from indexes alone.
CREATE INDEX "processing_steps_partner_id_request_id_id_idx" ON "processing_steps"("partner_id", "request_id", "id");
CREATE INDEX "requests_id_status_idx" ON "requests"("id", "status");
