-- The report of a simulation that the server attached to a request.
ALTER TABLE "request_documents" ADD COLUMN "simulation_id" INTEGER, ADD COLUMN "rules_version" TEXT;
CREATE INDEX "request_documents_simulation_id_idx" ON "request_documents"("simulation_id");
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_simulation_id_fkey" FOREIGN KEY ("simulation_id") REFERENCES "simulations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
