CREATE TABLE "administrators" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "sealed_secret" TEXT,
    "last_step" INTEGER,
    "next_password_hash" TEXT,
    "next_sealed_secret" TEXT,
    "suspended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "administrators_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "administrators_email_key" ON "administrators"("email");

CREATE TABLE "administrator_recovery_codes" (
    "administrator_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "administrator_recovery_codes_pkey" PRIMARY KEY ("administrator_id","hash")
);

CREATE TABLE "administrator_links" (
    "hash" TEXT NOT NULL,
    "administrator_id" UUID NOT NULL,
    "is_reset" BOOLEAN NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "administrator_links_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "administrator_links_administrator_id_idx" ON "administrator_links"("administrator_id");

CREATE TABLE "administrator_browsers" (
    "hash" TEXT NOT NULL,
    "administrator_id" UUID NOT NULL,
    "set_up_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "administrator_browsers_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "administrator_browsers_administrator_id_idx" ON "administrator_browsers"("administrator_id");

CREATE TABLE "administrator_sessions" (
    "hash" TEXT NOT NULL,
    "administrator_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "administrator_sessions_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "administrator_sessions_administrator_id_idx" ON "administrator_sessions"("administrator_id");

ALTER TABLE "administrator_recovery_codes" ADD CONSTRAINT "administrator_recovery_codes_administrator_id_fkey" FOREIGN KEY ("administrator_id") REFERENCES "administrators"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "administrator_links" ADD CONSTRAINT "administrator_links_administrator_id_fkey" FOREIGN KEY ("administrator_id") REFERENCES "administrators"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "administrator_browsers" ADD CONSTRAINT "administrator_browsers_administrator_id_fkey" FOREIGN KEY ("administrator_id") REFERENCES "administrators"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "administrator_sessions" ADD CONSTRAINT "administrator_sessions_administrator_id_fkey" FOREIGN KEY ("administrator_id") REFERENCES "administrators"("id") ON DELETE CASCADE ON UPDATE CASCADE;
