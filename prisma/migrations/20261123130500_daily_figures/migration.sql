-- What came and what ended on each day, by organisation and service: written anew every hour from the steps.
CREATE TABLE "daily_figures" (
  "day" DATE NOT NULL,
  "partner_id" INTEGER NOT NULL,
  "service_id" INTEGER NOT NULL,
  "received" INTEGER NOT NULL,
  "closed" INTEGER NOT NULL,
  "delays" INTEGER[],
  "stars" INTEGER[],

  CONSTRAINT "daily_figures_pkey" PRIMARY KEY ("day", "partner_id", "service_id")
);
CREATE INDEX "daily_figures_partner_id_idx" ON "daily_figures" ("partner_id");
CREATE INDEX "daily_figures_service_id_idx" ON "daily_figures" ("service_id");
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_partner_id_fkey"
  FOREIGN KEY ("partner_id") REFERENCES "partners" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_service_id_fkey"
  FOREIGN KEY ("service_id") REFERENCES "reference_items" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
