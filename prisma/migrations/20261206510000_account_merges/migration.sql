ALTER TYPE "AdministratorActKind" ADD VALUE 'MERGE_STARTED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'MERGE_CANCELLED';
ALTER TYPE "AdministratorActKind" ADD VALUE 'MERGED';
ALTER TYPE "TokenKind" ADD VALUE 'ACCOUNT_MERGE';

CREATE TABLE "account_merges" (
    "id" SERIAL NOT NULL,
    "kept_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "kept_confirmed_at" TIMESTAMPTZ(3),
    "other_confirmed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "merged_at" TIMESTAMPTZ(3),
    CONSTRAINT "account_merges_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "account_merges_kept_id_idx" ON "account_merges"("kept_id");
CREATE INDEX "account_merges_other_id_idx" ON "account_merges"("other_id");
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_kept_id_fkey" FOREIGN KEY ("kept_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
