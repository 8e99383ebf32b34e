-- CreateEnum
CREATE TYPE "ImportRunStatus" AS ENUM ('RUNNING', 'DONE', 'REFUSED', 'FAILED');

-- CreateTable
CREATE TABLE "import_runs" (
    "id" UUID NOT NULL,
    "kind" "ImportKind" NOT NULL,
    "status" "ImportRunStatus" NOT NULL DEFAULT 'RUNNING',
    "is_dry_run" BOOLEAN NOT NULL DEFAULT false,
    "partner_id" INTEGER NOT NULL,
    "agent_id" UUID,
    "original_name" TEXT NOT NULL,
    "import_id" INTEGER,
    "lines_total" INTEGER NOT NULL DEFAULT 0,
    "lines_read" INTEGER NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "rows_written" INTEGER NOT NULL DEFAULT 0,
    "faults" INTEGER NOT NULL DEFAULT 0,
    "refusal" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "alive_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "import_runs_import_id_key" ON "import_runs"("import_id");

-- CreateIndex
CREATE INDEX "import_runs_partner_id_is_dry_run_started_at_idx" ON "import_runs"("partner_id", "is_dry_run", "started_at" DESC);

-- CreateIndex
CREATE INDEX "import_runs_agent_id_idx" ON "import_runs"("agent_id");

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Imports from before runs were kept.
INSERT INTO "import_runs" ("id", "kind", "status", "partner_id", "agent_id", "original_name", "import_id", "rows", "rows_written", "started_at", "alive_at", "ended_at")
SELECT gen_random_uuid(), "kind", 'DONE', "partner_id", "agent_id", "original_name", "id", "rows", "rows", "created_at", "created_at", "created_at" FROM "imports";
