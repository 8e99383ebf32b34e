-- Which agent opened which person's file: read by the person, kept a year.
CREATE TYPE "AccessKind" AS ENUM ('FILE', 'DOCUMENT', 'EXPORT');
CREATE TABLE "record_accesses" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "agent_id" UUID,
    "partner_id" INTEGER NOT NULL,
    "kind" "AccessKind" NOT NULL,
    "day" DATE NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "record_accesses_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "record_accesses_request_id_agent_id_kind_day_key" ON "record_accesses"("request_id", "agent_id", "kind", "day");
CREATE INDEX "record_accesses_agent_id_last_at_idx" ON "record_accesses"("agent_id", "last_at");
CREATE INDEX "record_accesses_last_at_idx" ON "record_accesses"("last_at");
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
