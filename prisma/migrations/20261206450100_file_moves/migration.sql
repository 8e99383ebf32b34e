ALTER TYPE "AdministratorActKind" ADD VALUE 'FILES_MOVED';

CREATE TABLE "file_moves" (
    "id" SERIAL NOT NULL,
    "from_id" INTEGER NOT NULL,
    "to_id" INTEGER NOT NULL,
    "steps" INTEGER NOT NULL DEFAULT 0,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    CONSTRAINT "file_moves_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "file_moves" ADD CONSTRAINT "file_moves_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "file_moves" ADD CONSTRAINT "file_moves_to_id_fkey" FOREIGN KEY ("to_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- One move at a time: two administrators continue the same one.
CREATE UNIQUE INDEX "file_moves_unfinished_key" ON "file_moves" ("from_id") WHERE ("finished_at" IS NULL);
