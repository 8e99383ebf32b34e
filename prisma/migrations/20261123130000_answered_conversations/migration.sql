-- What a conversation waits for is kept on its step by the one writer of messages.
ALTER TABLE "processing_steps"
  ADD COLUMN "last_message_at" TIMESTAMPTZ(3),
  ADD COLUMN "awaits_answer_since" TIMESTAMPTZ(3),
  ADD COLUMN "awaiting_messages" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "answer_waived_up_to" INTEGER;

UPDATE "processing_steps" s
SET "last_message_at" = m.last_at, "awaits_answer_since" = m.since, "awaiting_messages" = m.awaiting
FROM (
  SELECT e."step_id", max(e."created_at") AS last_at,
    min(e."created_at") FILTER (WHERE e."author_role" = 'BENEFICIAIRE' AND e."id" > e.answered) AS since,
    count(*) FILTER (WHERE e."author_role" = 'BENEFICIAIRE' AND e."id" > e.answered) AS awaiting
  FROM (
    SELECT a."step_id", a."id", a."created_at", a."author_role",
      coalesce(max(a."id") FILTER (WHERE a."author_role" = 'PARTENAIRE') OVER (PARTITION BY a."step_id"), 0) AS answered
    FROM "step_messages" a
  ) e
  GROUP BY e."step_id"
) m
WHERE m."step_id" = s."id";

-- A step that is closed leaves this index by itself: nobody can write there any more.
CREATE INDEX "processing_steps_unanswered_idx"
  ON "processing_steps" ("partner_id", "awaits_answer_since", "id") INCLUDE ("awaiting_messages", "request_id")
  WHERE "awaits_answer_since" IS NOT NULL AND "status" IN ('NOT_STARTED', 'ASSIGNED', 'IN_PROGRESS', 'BLOCKED');
CREATE INDEX "processing_steps_conversations_idx"
  ON "processing_steps" ("partner_id", "last_message_at", "id")
  WHERE "last_message_at" IS NOT NULL;
