-- CreateTable
CREATE TABLE "step_messages" (
    "id" SERIAL NOT NULL,
    "step_id" INTEGER NOT NULL,
    "author_id" UUID NOT NULL,
    "author_role" "Role" NOT NULL,
    "body" TEXT NOT NULL,
    "client_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "step_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_notes" (
    "id" SERIAL NOT NULL,
    "step_id" INTEGER NOT NULL,
    "author_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "client_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "request_id" INTEGER,
    "step_id" INTEGER,
    "about_id" UUID,
    "params" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refused_mails" (
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "refused_mails_pkey" PRIMARY KEY ("user_id","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "step_messages_step_id_author_id_client_key_key" ON "step_messages"("step_id", "author_id", "client_key");
CREATE INDEX "step_messages_step_id_id_idx" ON "step_messages"("step_id", "id");
CREATE INDEX "step_messages_author_id_idx" ON "step_messages"("author_id");
CREATE INDEX "step_messages_read_at_author_role_step_id_idx" ON "step_messages"("read_at", "author_role", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "step_notes_step_id_author_id_client_key_key" ON "step_notes"("step_id", "author_id", "client_key");
CREATE INDEX "step_notes_step_id_id_idx" ON "step_notes"("step_id", "id");
CREATE INDEX "step_notes_author_id_idx" ON "step_notes"("author_id");

-- CreateIndex
CREATE INDEX "notices_user_id_id_idx" ON "notices"("user_id", "id" DESC);
CREATE INDEX "notices_user_id_read_at_idx" ON "notices"("user_id", "read_at");
CREATE INDEX "notices_request_id_idx" ON "notices"("request_id");
CREATE INDEX "notices_step_id_idx" ON "notices"("step_id");
CREATE INDEX "notices_about_id_idx" ON "notices"("about_id");
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at");

-- AddForeignKey
ALTER TABLE "step_messages" ADD CONSTRAINT "step_messages_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "step_messages" ADD CONSTRAINT "step_messages_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "step_notes" ADD CONSTRAINT "step_notes_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "step_notes" ADD CONSTRAINT "step_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_about_id_fkey" FOREIGN KEY ("about_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "refused_mails" ADD CONSTRAINT "refused_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
