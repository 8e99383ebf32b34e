-- What the database calls itself to its store of files: one row.
CREATE TABLE "installations" (
    "single" INTEGER NOT NULL DEFAULT 1,
    "id" UUID NOT NULL,
    "home" TEXT NOT NULL,
    "store_kept_at" TIMESTAMPTZ(3),

    CONSTRAINT "installations_pkey" PRIMARY KEY ("single")
);

ALTER TABLE "installations" ADD CONSTRAINT "installations_single_one" CHECK ("single" = 1);
