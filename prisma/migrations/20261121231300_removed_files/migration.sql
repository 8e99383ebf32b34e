-- A file that was replaced or taken away keeps its row for a day, so that readers and backups that met it still find it.
ALTER TABLE "stored_files" ADD COLUMN "removed_at" TIMESTAMPTZ(3);
