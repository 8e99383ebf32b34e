-- The back of an identity card; the front stays in file_id.
ALTER TABLE "identities" ADD COLUMN     "back_file_id" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "identities_back_file_id_key" ON "identities"("back_file_id");

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_back_file_id_fkey" FOREIGN KEY ("back_file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
