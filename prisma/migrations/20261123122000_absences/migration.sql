-- From when to when an agent is away, and who stands in for them.
CREATE TABLE "absences" (
    "user_id" UUID NOT NULL,
    "from_on" DATE NOT NULL,
    "until_on" DATE NOT NULL,
    "substitute_id" UUID,
    "begun_at" TIMESTAMPTZ(3),

    CONSTRAINT "absences_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "absences_substitute_id_idx" ON "absences"("substitute_id");

ALTER TABLE "absences" ADD CONSTRAINT "absences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "absences" ADD CONSTRAINT "absences_substitute_id_fkey" FOREIGN KEY ("substitute_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
