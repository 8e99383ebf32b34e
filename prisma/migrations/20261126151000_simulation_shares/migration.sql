-- A link that shows the figures of a simulation to whoever holds it: one for each, until its day or until it is taken back.
CREATE TABLE "simulation_shares" (
    "simulation_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "simulation_shares_pkey" PRIMARY KEY ("simulation_id")
);
CREATE UNIQUE INDEX "simulation_shares_token_hash_key" ON "simulation_shares"("token_hash");
CREATE INDEX "simulation_shares_expires_at_idx" ON "simulation_shares"("expires_at");
ALTER TABLE "simulation_shares" ADD CONSTRAINT "simulation_shares_simulation_id_fkey" FOREIGN KEY ("simulation_id") REFERENCES "simulations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
