-- A filter and sort of the worklist under a name: an agent's own, or the organisation's.
CREATE TABLE "worklist_views" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "author_id" UUID,
    "is_shared" BOOLEAN NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "query" VARCHAR(800) NOT NULL,
    "assignee_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worklist_views_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "worklist_views_partner_id_author_id_idx" ON "worklist_views"("partner_id", "author_id");

ALTER TABLE "worklist_views" ADD CONSTRAINT "worklist_views_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
