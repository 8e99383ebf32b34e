ALTER TABLE "partners" ADD COLUMN "whatsapp" TEXT;
