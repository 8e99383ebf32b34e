-- How many mails of imports to people whom it does not know an organisation has planned, and since when.
CREATE TABLE "import_mail_days" (
    "partner_id" INTEGER NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "mails" INTEGER NOT NULL,

    CONSTRAINT "import_mail_days_pkey" PRIMARY KEY ("partner_id")
);

ALTER TABLE "import_mail_days" ADD CONSTRAINT "import_mail_days_partner_id_fkey"
    FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
