-- When the person was last reminded of the documents that a step awaits.
ALTER TABLE "processing_steps" ADD COLUMN "reminded_at" TIMESTAMPTZ(3);
