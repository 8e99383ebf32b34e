-- A deleted request loses its words and files after 30 days; its row stays as a number.
ALTER TABLE "requests" ADD COLUMN "emptied_at" TIMESTAMPTZ(3);
