-- Who agreed to which version of the text about personal data, and when. Nobody is said to have agreed before: they are asked.
CREATE TABLE "consents" (
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "lang" VARCHAR(2) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "consents_pkey" PRIMARY KEY ("user_id", "version")
);
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
