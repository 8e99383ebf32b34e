-- When the invitation of an imported account was last sent again.
ALTER TABLE "users" ADD COLUMN "invited_again_at" TIMESTAMPTZ(3);
