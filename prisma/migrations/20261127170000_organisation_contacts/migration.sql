-- How everybody reaches an organisation. Null for those that are there: nobody has said it yet.
ALTER TABLE "partners"
  ADD COLUMN "phone" TEXT,
  ADD COLUMN "email" TEXT,
  ADD COLUMN "address" TEXT,
  ADD COLUMN "opening_hours" TEXT,
  ADD COLUMN "website" TEXT;
