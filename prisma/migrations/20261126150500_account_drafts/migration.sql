-- What a person has begun to write, kept on their account so that they can go on elsewhere.
CREATE TABLE "account_drafts" (
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_drafts_pkey" PRIMARY KEY ("owner_id","name")
);
CREATE INDEX "account_drafts_saved_at_idx" ON "account_drafts"("saved_at");
ALTER TABLE "account_drafts" ADD CONSTRAINT "account_drafts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
