-- Answers that an organisation keeps for its agents, with their words in the languages in which they exist.
CREATE TABLE "kept_answers" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "text_fr" TEXT,
    "text_en" TEXT,
    "text_ar" TEXT,
    "text_es" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_answers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "kept_answers_partner_id_name_key_key" ON "kept_answers"("partner_id", "name_key");
ALTER TABLE "kept_answers" ADD CONSTRAINT "kept_answers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
