-- Erasure on the person's own demand: asked for on this day, done 30 days later unless taken back.
ALTER TABLE "users" ADD COLUMN "deletion_asked_at" TIMESTAMPTZ(3);
CREATE INDEX "users_deletion_asked_at_idx" ON "users"("deletion_asked_at");
