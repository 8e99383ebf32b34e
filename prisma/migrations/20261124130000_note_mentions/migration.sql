-- A colleague who is named in an internal note is told of it.
ALTER TYPE "NoticeKind" ADD VALUE 'MENTIONED' BEFORE 'NEW_STEP';

CREATE TABLE "step_note_mentions" (
    "note_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "step_note_mentions_pkey" PRIMARY KEY ("note_id","user_id")
);

CREATE INDEX "step_note_mentions_user_id_seen_at_idx" ON "step_note_mentions"("user_id", "seen_at");

ALTER TABLE "step_note_mentions" ADD CONSTRAINT "step_note_mentions_note_id_fkey" FOREIGN KEY ("note_id") REFERENCES "step_notes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "step_note_mentions" ADD CONSTRAINT "step_note_mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
