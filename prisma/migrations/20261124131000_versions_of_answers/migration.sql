-- Two agents who edit one kept answer: the second is told, and overwrites nothing unseen.
ALTER TABLE "kept_answers" ADD COLUMN     "changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "changed_by_id" UUID,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;
