-- What an organisation said to the person on a step, as a dated series: nothing said is replaced without trace.
CREATE TYPE "FeedbackKind" AS ENUM ('SAID', 'TAKEN_BACK', 'LOWERED');

CREATE TABLE "step_feedbacks" (
    "id" SERIAL NOT NULL,
    "step_id" INTEGER NOT NULL,
    "author_id" UUID,
    "kind" "FeedbackKind" NOT NULL,
    "percent" INTEGER NOT NULL,
    "text" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_feedbacks_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "step_feedbacks_step_id_id_idx" ON "step_feedbacks"("step_id", "id");
CREATE INDEX "step_feedbacks_author_id_idx" ON "step_feedbacks"("author_id");
ALTER TABLE "step_feedbacks" ADD CONSTRAINT "step_feedbacks_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "step_feedbacks" ADD CONSTRAINT "step_feedbacks_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What stands today begins the series, with the last update by an agent: no record says which update wrote it.
INSERT INTO "step_feedbacks" ("step_id", "author_id", "kind", "percent", "text", "at")
SELECT s."id", u."id", 'SAID', s."percent", s."partner_feedback", coalesce(e."at", s."updated_at")
FROM "processing_steps" s
LEFT JOIN LATERAL (
  SELECT h."at", h."actor_id" FROM "history_events" h
  WHERE h."request_id" = s."request_id" AND h."step_id" = s."id" AND h."kind" = 'STEP_STATUS' AND h."actor_role" = 'PARTENAIRE'
  ORDER BY h."id" DESC LIMIT 1
) e ON TRUE
LEFT JOIN "users" u ON u."id" = e."actor_id"
WHERE s."partner_feedback" IS NOT NULL
ORDER BY coalesce(e."at", s."updated_at"), s."id";
