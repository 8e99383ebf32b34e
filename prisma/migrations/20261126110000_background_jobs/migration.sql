-- Work that is done by the clock: when it was last done, by whom it is being done, and what failed.
CREATE TABLE "background_jobs" (
    "name" TEXT NOT NULL,
    "every_seconds" INTEGER NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL,
    "held_by" UUID,
    "held_until" TIMESTAMPTZ(3),
    "last_started_at" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "background_jobs_pkey" PRIMARY KEY ("name")
);

-- Files that wait for the scanner are few: found without reading the others.
CREATE INDEX "stored_files_pending_idx" ON "stored_files" ("id") WHERE "scan_state" = 'PENDING';
