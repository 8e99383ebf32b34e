-- Why a step was blocked is a line of what was said to the person. (No row is written with the value here: it counts from the commit on.)
ALTER TYPE "FeedbackKind" ADD VALUE 'BLOCKED';
