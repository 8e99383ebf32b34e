-- Who has a step's file open now. Unlogged: a crash may forget it, and nobody has to restore it.
CREATE UNLOGGED TABLE "step_presences" (
    "step_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "step_presences_pkey" PRIMARY KEY ("step_id","user_id")
);
ALTER TABLE "step_presences" ADD CONSTRAINT "step_presences_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "step_presences" ADD CONSTRAINT "step_presences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
