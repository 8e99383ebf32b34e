ALTER TABLE "users" ADD COLUMN "worklist_columns" VARCHAR(200);
