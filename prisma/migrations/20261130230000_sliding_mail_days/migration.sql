-- At most so many mails in any 24 hours, whenever they begin: when the last of them leave, as [[milliseconds since 1970, mails], …].
-- "begun_at" and "mails" are what the release before counts by.
ALTER TABLE "import_mail_days" ADD COLUMN "turns" JSONB NOT NULL DEFAULT '[]';
