ALTER TABLE "partners" ADD COLUMN "outdated_langs" TEXT[] NOT NULL DEFAULT '{}';
