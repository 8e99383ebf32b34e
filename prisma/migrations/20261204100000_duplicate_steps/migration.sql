ALTER TABLE "processing_steps" ADD COLUMN "duplicate_of_id" INTEGER;
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_duplicate_of_id_fkey"
  FOREIGN KEY ("duplicate_of_id") REFERENCES "requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "processing_steps_duplicate_of_id_idx" ON "processing_steps"("duplicate_of_id");
ALTER TYPE "NoticeKind" ADD VALUE 'DUPLICATE' AFTER 'PASSED_ON';
