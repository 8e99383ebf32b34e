-- A requested document that the organisation no longer needs.
ALTER TYPE "NoticeKind" ADD VALUE 'DOCUMENT_NOT_NEEDED' AFTER 'DOCUMENTS_ASKED';
