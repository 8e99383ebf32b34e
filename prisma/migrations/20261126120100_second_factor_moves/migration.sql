-- The first second factor of an account that cannot do without one is bound to its mailbox; one that is on moves to another device.
ALTER TYPE "TokenKind" ADD VALUE 'SECOND_FACTOR_SETUP';
ALTER TABLE "second_factors" ADD COLUMN "next_sealed_secret" TEXT, ADD COLUMN "next_begun_at" TIMESTAMPTZ(3);
