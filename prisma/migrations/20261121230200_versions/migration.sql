-- Two people at one thing: each change of what an agent's form shows counts one up, and a form that began earlier is told.
ALTER TABLE "processing_steps" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "partners" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "changed_at" TIMESTAMPTZ(3),
  ADD COLUMN "changed_by_id" UUID;
