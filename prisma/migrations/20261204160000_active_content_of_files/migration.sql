ALTER TYPE "ScanState" ADD VALUE 'CAUTION';
ALTER TABLE "stored_files" ADD COLUMN "has_active_content" BOOLEAN NOT NULL DEFAULT false;
