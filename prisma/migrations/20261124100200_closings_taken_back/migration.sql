-- How a step stood before it was closed: a closing can be taken back for ten minutes. Steps that are closed already stay closed.
ALTER TABLE "processing_steps" ADD COLUMN "closed_from_percent" INTEGER,
ADD COLUMN "closed_from_status" "StepStatus";

ALTER TYPE "NoticeKind" ADD VALUE 'REOPENED' AFTER 'PASSED_ON';
ALTER TYPE "NoticeKind" ADD VALUE 'TURN_TAKEN_BACK' AFTER 'NEW_STEP';
