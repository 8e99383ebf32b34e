-- An organisation takes back that a step was not for it.
ALTER TYPE "NoticeKind" ADD VALUE 'TAKEN_AGAIN' AFTER 'DUPLICATE';
