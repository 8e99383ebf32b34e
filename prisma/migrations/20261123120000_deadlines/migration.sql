-- Working days that a step is given, and when they end. Steps that are under way get their day when the reference data are
-- seeded next (the list of holidays is new then), or by `npm run admin -- deadlines check --repair`.
ALTER TABLE "processing_steps" ADD COLUMN "days" SMALLINT NOT NULL DEFAULT 15,
ADD COLUMN "due_on" DATE,
ADD COLUMN "days_left" SMALLINT;
ALTER TABLE "reference_items" ADD COLUMN "days" SMALLINT;
ALTER TABLE "task_defs" ADD COLUMN "days" SMALLINT;

CREATE INDEX "processing_steps_partner_id_due_on_id_idx" ON "processing_steps"("partner_id", "due_on", "id");
