-- What a person put aside of what was proposed to them.
CREATE TABLE "dismissed_proposals" (
    "user_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dismissed_proposals_pkey" PRIMARY KEY ("user_id","code")
);
ALTER TABLE "dismissed_proposals" ADD CONSTRAINT "dismissed_proposals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
