-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('BENEFICIAIRE', 'PARTENAIRE');

-- CreateEnum
CREATE TYPE "Sex" AS ENUM ('MASCULIN', 'FEMININ');

-- CreateEnum
CREATE TYPE "TypeBeneficiaire" AS ENUM ('particulier', 'entreprise');

-- CreateEnum
CREATE TYPE "TypeIdentity" AS ENUM ('cin', 'passport');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('EMAIL_CONFIRMATION', 'PASSWORD_RESET', 'INVITATION', 'AGENT_APPROVAL', 'IDENTITY_UPLOAD');

-- CreateEnum
CREATE TYPE "ScanState" AS ENUM ('CLEAN', 'PENDING', 'INFECTED');

-- CreateEnum
CREATE TYPE "ImportKind" AS ENUM ('REQUESTS', 'BENEFICIARIES');

-- CreateEnum
CREATE TYPE "OutboxState" AS ENUM ('WAITING', 'SENT', 'FAILED');

-- CreateEnum
CREATE TYPE "Scheme" AS ENUM ('general', 'nordev');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "role" "Role" NOT NULL,
    "nom" TEXT NOT NULL,
    "prenom" TEXT NOT NULL,
    "birth_date" DATE,
    "sex" "Sex",
    "nationality" TEXT,
    "country_of_residence" TEXT,
    "address" TEXT,
    "city" TEXT,
    "province" TEXT,
    "phone" TEXT,
    "code_country" TEXT,
    "level_of_study_id" INTEGER,
    "lang" VARCHAR(2) NOT NULL DEFAULT 'fr',
    "type_beneficiaire" "TypeBeneficiaire",
    "num_cin" TEXT,
    "profil_id" INTEGER,
    "area_id" INTEGER,
    "company_name" TEXT,
    "headquarter" TEXT,
    "ice" TEXT,
    "ifu" TEXT,
    "partner_id" INTEGER,
    "email_confirmed_at" TIMESTAMPTZ(3),
    "approved_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identities" (
    "id" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "type_identity" "TypeIdentity" NOT NULL,
    "id_expiration_date" DATE NOT NULL,
    "file_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_tokens" (
    "id" SERIAL NOT NULL,
    "kind" "TokenKind" NOT NULL,
    "hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "qualifications" (
    "id" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "commentaire" TEXT NOT NULL,
    "type_benef" TEXT,
    "number_of_jobs" TEXT,
    "revenue" TEXT,
    "project_idea" TEXT NOT NULL,
    "project_maturity" TEXT,
    "expected_number_of_jobs" TEXT,
    "investment_amount" TEXT,
    "revenue_of_project" TEXT,
    "looking_for" TEXT NOT NULL,
    "looking_for_other_thing" TEXT,
    "deja_accompagne" TEXT NOT NULL,
    "department" TEXT,
    "service" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "qualifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stored_files" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "original_name" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "scan_state" "ScanState" NOT NULL DEFAULT 'CLEAN',
    "owner_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "kind" "ImportKind" NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "agent_id" UUID,
    "original_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "journey_defs" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title_fr" TEXT NOT NULL,
    "title_en" TEXT,
    "title_ar" TEXT,
    "title_es" TEXT,
    "description_fr" TEXT NOT NULL,
    "description_en" TEXT,
    "description_ar" TEXT,
    "description_es" TEXT,
    "start_date" DATE,
    "end_date" DATE,
    "type" TEXT NOT NULL DEFAULT 'PREDEFINI',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "is_comment_shown" BOOLEAN NOT NULL DEFAULT false,
    "comment_fr" TEXT,
    "comment_en" TEXT,
    "comment_ar" TEXT,
    "comment_es" TEXT,
    "is_button_shown" BOOLEAN NOT NULL DEFAULT false,
    "button_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journey_defs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "eligibility_conditions" (
    "id" SERIAL NOT NULL,
    "journey_def_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "condition_fr" TEXT NOT NULL,
    "condition_en" TEXT,
    "condition_ar" TEXT,
    "condition_es" TEXT,

    CONSTRAINT "eligibility_conditions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "journey_def_settings" (
    "id" SERIAL NOT NULL,
    "journey_def_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "mandatory" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "journey_def_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_defs" (
    "id" SERIAL NOT NULL,
    "journey_def_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "title_item_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "runs_in_parallel" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "task_defs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partners" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "title_key" TEXT NOT NULL,
    "category_id" INTEGER,
    "logo_file_id" INTEGER,
    "approved_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_areas" (
    "partner_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,

    CONSTRAINT "partner_areas_pkey" PRIMARY KEY ("partner_id","item_id")
);

-- CreateTable
CREATE TABLE "partner_support_types" (
    "partner_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,

    CONSTRAINT "partner_support_types_pkey" PRIMARY KEY ("partner_id","item_id")
);

-- CreateTable
CREATE TABLE "partner_services" (
    "partner_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,

    CONSTRAINT "partner_services_pkey" PRIMARY KEY ("partner_id","item_id")
);

-- CreateTable
CREATE TABLE "outbox_mails" (
    "id" SERIAL NOT NULL,
    "to" TEXT NOT NULL,
    "lang" VARCHAR(2) NOT NULL,
    "template" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "state" "OutboxState" NOT NULL DEFAULT 'WAITING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "processing_steps" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "task_def_id" INTEGER,
    "title_item_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "runs_in_parallel" BOOLEAN NOT NULL DEFAULT false,
    "partner_feedback" TEXT,
    "assigned_at" TIMESTAMPTZ(3),
    "processing_start_date" TIMESTAMPTZ(3),
    "processed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "processing_steps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_documents" (
    "id" SERIAL NOT NULL,
    "step_id" INTEGER NOT NULL,
    "document_item_id" INTEGER NOT NULL,
    "file_id" INTEGER,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "uploaded_at" TIMESTAMPTZ(3),

    CONSTRAINT "step_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ratings" (
    "id" SERIAL NOT NULL,
    "step_id" INTEGER NOT NULL,
    "beneficiary_rating" INTEGER NOT NULL,
    "beneficiary_feedback" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ratings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reference_lists" (
    "code" TEXT NOT NULL,

    CONSTRAINT "reference_lists_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "reference_items" (
    "id" SERIAL NOT NULL,
    "parent" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "string_1" TEXT,
    "libelle_fr" TEXT NOT NULL,
    "libelle_en" TEXT,
    "libelle_ar" TEXT,
    "libelle_es" TEXT,
    "description_fr" TEXT,
    "description_en" TEXT,
    "description_ar" TEXT,
    "description_es" TEXT,
    "libelle_key" TEXT NOT NULL,
    "partner_id" INTEGER,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reference_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "requests" (
    "id" SERIAL NOT NULL,
    "num_request" TEXT NOT NULL,
    "beneficiary_id" UUID NOT NULL,
    "journey_def_id" INTEGER,
    "description" TEXT,
    "url_video" TEXT,
    "status" TEXT NOT NULL DEFAULT 'EN_COURS_DE_CREATION',
    "observation" TEXT,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "date_request" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "import_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_numbers" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "request_numbers_pkey" PRIMARY KEY ("year")
);

-- CreateTable
CREATE TABLE "request_services" (
    "request_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,

    CONSTRAINT "request_services_pkey" PRIMARY KEY ("request_id","item_id")
);

-- CreateTable
CREATE TABLE "request_documents" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "file_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "history_events" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "step_id" INTEGER,
    "kind" TEXT NOT NULL,
    "from_status" TEXT,
    "to_status" TEXT,
    "percent" INTEGER,
    "detail" TEXT,
    "actor_id" UUID,
    "actor_role" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "history_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "premium_rule_sets" (
    "id" SERIAL NOT NULL,
    "scheme" "Scheme" NOT NULL,
    "version" TEXT NOT NULL,
    "valid_from" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "premium_rule_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "simulations" (
    "id" SERIAL NOT NULL,
    "scheme" "Scheme" NOT NULL,
    "owner_id" UUID NOT NULL,
    "rule_set_id" INTEGER NOT NULL,
    "input" JSONB NOT NULL,
    "result" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "simulations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_partner_id_approved_at_idx" ON "users"("partner_id", "approved_at");

-- CreateIndex
CREATE UNIQUE INDEX "identities_user_id_key" ON "identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "identities_file_id_key" ON "identities"("file_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_ended_at_idx" ON "sessions"("user_id", "ended_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_tokens_hash_key" ON "account_tokens"("hash");

-- CreateIndex
CREATE INDEX "account_tokens_user_id_kind_idx" ON "account_tokens"("user_id", "kind");

-- CreateIndex
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "qualifications_user_id_replaced_at_idx" ON "qualifications"("user_id", "replaced_at");

-- CreateIndex
CREATE UNIQUE INDEX "stored_files_key_key" ON "stored_files"("key");

-- CreateIndex
CREATE INDEX "stored_files_owner_id_idx" ON "stored_files"("owner_id");

-- CreateIndex
CREATE INDEX "imports_partner_id_kind_sha256_idx" ON "imports"("partner_id", "kind", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "journey_defs_slug_key" ON "journey_defs"("slug");

-- CreateIndex
CREATE INDEX "journey_defs_type_active_start_date_idx" ON "journey_defs"("type", "active", "start_date");

-- CreateIndex
CREATE UNIQUE INDEX "eligibility_conditions_journey_def_id_position_key" ON "eligibility_conditions"("journey_def_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "journey_def_settings_journey_def_id_code_key" ON "journey_def_settings"("journey_def_id", "code");

-- CreateIndex
CREATE INDEX "task_defs_partner_id_idx" ON "task_defs"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_defs_journey_def_id_position_key" ON "task_defs"("journey_def_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "partners_title_key_key" ON "partners"("title_key");

-- CreateIndex
CREATE UNIQUE INDEX "partners_logo_file_id_key" ON "partners"("logo_file_id");

-- CreateIndex
CREATE INDEX "partners_approved_at_title_idx" ON "partners"("approved_at", "title");

-- CreateIndex
CREATE INDEX "partner_areas_item_id_idx" ON "partner_areas"("item_id");

-- CreateIndex
CREATE INDEX "partner_support_types_item_id_idx" ON "partner_support_types"("item_id");

-- CreateIndex
CREATE INDEX "partner_services_item_id_idx" ON "partner_services"("item_id");

-- CreateIndex
CREATE INDEX "outbox_mails_state_next_attempt_at_idx" ON "outbox_mails"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- CreateIndex
CREATE INDEX "processing_steps_partner_id_status_id_idx" ON "processing_steps"("partner_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "processing_steps_request_id_position_key" ON "processing_steps"("request_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "step_documents_file_id_key" ON "step_documents"("file_id");

-- CreateIndex
CREATE INDEX "step_documents_step_id_id_idx" ON "step_documents"("step_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ratings_step_id_key" ON "ratings"("step_id");

-- CreateIndex
CREATE INDEX "reference_items_parent_position_idx" ON "reference_items"("parent", "position");

-- CreateIndex
CREATE INDEX "reference_items_partner_id_idx" ON "reference_items"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "reference_items_parent_code_key" ON "reference_items"("parent", "code");

-- CreateIndex
CREATE UNIQUE INDEX "requests_num_request_key" ON "requests"("num_request");

-- CreateIndex
CREATE INDEX "requests_beneficiary_id_date_request_id_idx" ON "requests"("beneficiary_id", "date_request" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "requests_date_request_id_idx" ON "requests"("date_request" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "requests_status_idx" ON "requests"("status");

-- CreateIndex
CREATE INDEX "requests_import_id_idx" ON "requests"("import_id");

-- CreateIndex
CREATE INDEX "request_services_item_id_idx" ON "request_services"("item_id");

-- CreateIndex
CREATE UNIQUE INDEX "request_documents_file_id_key" ON "request_documents"("file_id");

-- CreateIndex
CREATE UNIQUE INDEX "request_documents_request_id_code_key" ON "request_documents"("request_id", "code");

-- CreateIndex
CREATE INDEX "history_events_request_id_id_idx" ON "history_events"("request_id", "id");

-- CreateIndex
CREATE INDEX "premium_rule_sets_scheme_valid_from_idx" ON "premium_rule_sets"("scheme", "valid_from" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "premium_rule_sets_scheme_version_key" ON "premium_rule_sets"("scheme", "version");

-- CreateIndex
CREATE INDEX "simulations_owner_id_created_at_idx" ON "simulations"("owner_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_level_of_study_id_fkey" FOREIGN KEY ("level_of_study_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_profil_id_fkey" FOREIGN KEY ("profil_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_area_id_fkey" FOREIGN KEY ("area_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eligibility_conditions" ADD CONSTRAINT "eligibility_conditions_journey_def_id_fkey" FOREIGN KEY ("journey_def_id") REFERENCES "journey_defs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "journey_def_settings" ADD CONSTRAINT "journey_def_settings_journey_def_id_fkey" FOREIGN KEY ("journey_def_id") REFERENCES "journey_defs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_defs" ADD CONSTRAINT "task_defs_journey_def_id_fkey" FOREIGN KEY ("journey_def_id") REFERENCES "journey_defs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_defs" ADD CONSTRAINT "task_defs_title_item_id_fkey" FOREIGN KEY ("title_item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_defs" ADD CONSTRAINT "task_defs_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partners" ADD CONSTRAINT "partners_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partners" ADD CONSTRAINT "partners_logo_file_id_fkey" FOREIGN KEY ("logo_file_id") REFERENCES "stored_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_areas" ADD CONSTRAINT "partner_areas_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_areas" ADD CONSTRAINT "partner_areas_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_support_types" ADD CONSTRAINT "partner_support_types_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_support_types" ADD CONSTRAINT "partner_support_types_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_services" ADD CONSTRAINT "partner_services_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_services" ADD CONSTRAINT "partner_services_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_task_def_id_fkey" FOREIGN KEY ("task_def_id") REFERENCES "task_defs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_title_item_id_fkey" FOREIGN KEY ("title_item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_documents" ADD CONSTRAINT "step_documents_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_documents" ADD CONSTRAINT "step_documents_document_item_id_fkey" FOREIGN KEY ("document_item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_documents" ADD CONSTRAINT "step_documents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_items" ADD CONSTRAINT "reference_items_parent_fkey" FOREIGN KEY ("parent") REFERENCES "reference_lists"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_items" ADD CONSTRAINT "reference_items_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "requests" ADD CONSTRAINT "requests_beneficiary_id_fkey" FOREIGN KEY ("beneficiary_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "requests" ADD CONSTRAINT "requests_journey_def_id_fkey" FOREIGN KEY ("journey_def_id") REFERENCES "journey_defs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "requests" ADD CONSTRAINT "requests_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_services" ADD CONSTRAINT "request_services_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_services" ADD CONSTRAINT "request_services_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history_events" ADD CONSTRAINT "history_events_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_rule_set_id_fkey" FOREIGN KEY ("rule_set_id") REFERENCES "premium_rule_sets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- What Prisma's schema language cannot say -------------------------------------------------

-- The statuses of the specification, and only those.
ALTER TABLE "requests" ADD CONSTRAINT "requests_status_check" CHECK ("status" IN
  ('NOUVEAU', 'SUPPRIME', 'EN COURS DE QUALIFICATION', 'ENTAME', 'A_REFOURMULER', 'EN_COURS_DE_CREATION', 'DEMANDE_TRAITE', 'EN_ATTENTE'));
ALTER TABLE "requests" ADD CONSTRAINT "requests_percent_check" CHECK ("percent" BETWEEN 0 AND 100);
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_status_check" CHECK ("status" IN
  ('ASSIGNED', 'IN_PROGRESS', 'PROCESSED', 'BLOCKED', 'REJECTED', 'NOT_STARTED'));
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_percent_check" CHECK ("percent" BETWEEN 0 AND 100 AND ("percent" = 100) = ("status" = 'PROCESSED'));
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_stars_check" CHECK ("beneficiary_rating" BETWEEN 1 AND 5);

-- One current survey per beneficiary, one open expectation of a document type per step.
CREATE UNIQUE INDEX "qualifications_current_key" ON "qualifications" ("user_id") WHERE "replaced_at" IS NULL;
CREATE UNIQUE INDEX "step_documents_expected_key" ON "step_documents" ("step_id", "document_item_id") WHERE "file_id" IS NULL;

-- The request-number filter is a "contains": trigrams keep it fast on large tables.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "requests_num_request_trgm" ON "requests" USING gin ("num_request" gin_trgm_ops);

-- History is append-only.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "history_events_append_only" BEFORE UPDATE OR DELETE ON "history_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
