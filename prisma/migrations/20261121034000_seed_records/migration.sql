-- CreateTable
CREATE TABLE "seed_records" (
    "key" TEXT NOT NULL,
    "record_id" INTEGER,
    "sha256" TEXT NOT NULL,
    "seeded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seed_records_pkey" PRIMARY KEY ("key")
);
