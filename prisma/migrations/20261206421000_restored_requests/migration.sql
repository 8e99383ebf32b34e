ALTER TYPE "AdministratorActKind" ADD VALUE 'REQUEST_RESTORED' BEFORE 'FILE_REMOVED';
ALTER TYPE "NoticeKind" ADD VALUE 'RESTORED' AFTER 'REPHRASE';

-- Deleted requests of erased people have no text: they cannot be restored.
UPDATE "requests" AS r SET "emptied_at" = u."disabled_at" FROM "users" AS u
  WHERE u."id" = r."beneficiary_id" AND u."email" LIKE '%@erased.invalid' AND r."status" = 'SUPPRIME' AND r."emptied_at" IS NULL;
