-- The names and descriptions of organisations in the other languages; French stays in title and description.
ALTER TABLE "partners" ADD COLUMN     "description_ar" TEXT,
ADD COLUMN     "description_en" TEXT,
ADD COLUMN     "description_es" TEXT,
ADD COLUMN     "title_ar" TEXT,
ADD COLUMN     "title_en" TEXT,
ADD COLUMN     "title_es" TEXT;
