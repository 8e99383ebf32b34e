ALTER TABLE "journey_defs" ADD COLUMN "questions" JSONB NOT NULL DEFAULT '[]';

ALTER TABLE "requests" ADD COLUMN "answers" JSONB NOT NULL DEFAULT '[]';
