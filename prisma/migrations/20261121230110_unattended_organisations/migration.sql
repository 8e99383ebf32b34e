-- Since when nobody of the organisation can sign in while requests wait on it: the administrator is told once.
ALTER TABLE "partners" ADD COLUMN "unattended_at" TIMESTAMPTZ(3);
