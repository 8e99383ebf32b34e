-- Similarity of texts, for searches by name
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('BENEFICIAIRE', 'PARTENAIRE');

-- CreateEnum
CREATE TYPE "Sex" AS ENUM ('MASCULIN', 'FEMININ');

-- CreateEnum
CREATE TYPE "TypeBeneficiaire" AS ENUM ('particulier', 'entreprise');

-- CreateEnum
CREATE TYPE "TypeIdentity" AS ENUM ('cin', 'passport');

-- CreateEnum
CREATE TYPE "AdministratorActKind" AS ENUM ('SUSPENDED', 'REOPENED', 'SESSIONS_ENDED', 'SECOND_FACTOR_RESET', 'AGENT_APPROVED', 'ORGANISATION_APPROVED', 'ORGANISATION_REFUSED', 'RESPONSIBLE_NAMED', 'RESPONSIBLE_ENDED', 'SERVICE_APPROVED', 'STEP_GIVEN', 'STEP_REASSIGNED', 'STEP_REJECTED', 'REQUEST_SENT_BACK', 'REQUEST_HELD', 'REQUEST_RESUMED', 'ERASED');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('EMAIL_CONFIRMATION', 'PASSWORD_RESET', 'INVITATION', 'AGENT_APPROVAL', 'IDENTITY_UPLOAD', 'SECOND_FACTOR_SETUP');

-- CreateEnum
CREATE TYPE "ScanState" AS ENUM ('CLEAN', 'PENDING', 'INFECTED');

-- CreateEnum
CREATE TYPE "ImportKind" AS ENUM ('REQUESTS', 'BENEFICIARIES');

-- CreateEnum
CREATE TYPE "ImportRunStatus" AS ENUM ('RUNNING', 'DONE', 'REFUSED', 'FAILED');

-- CreateEnum
CREATE TYPE "IntegrationActKind" AS ENUM ('KEY_MADE', 'KEY_REVOKED', 'WEBHOOK_MADE', 'WEBHOOK_CHANGED', 'WEBHOOK_SECRET_CHANGED', 'WEBHOOK_PAUSED', 'WEBHOOK_RESUMED', 'WEBHOOK_DISABLED', 'WEBHOOK_DELETED');

-- CreateEnum
CREATE TYPE "WebhookOff" AS ENUM ('GONE', 'FAILING', 'ADMINISTRATOR');

-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('WAITING', 'DELIVERED', 'FAILED');

-- CreateEnum
CREATE TYPE "NoticeKind" AS ENUM ('ASSIGNED', 'PASSED_ON', 'REOPENED', 'PROGRESS', 'DOCUMENTS_ASKED', 'STATUS', 'REPHRASE', 'IMPORTED', 'AGREEMENT_ASKED', 'MESSAGE', 'MENTIONED', 'NEW_STEP', 'TURN_TAKEN_BACK', 'NEW_STEPS', 'DOCUMENTS_RECEIVED', 'HANDED_OVER', 'RATED', 'HELD', 'RESUMED', 'AGREEMENT_WITHDRAWN', 'WITHDRAWN', 'COLLEAGUE_AWAITING', 'WEBHOOK_OFF');

-- CreateEnum
CREATE TYPE "MailKind" AS ENUM ('RECEIPT', 'ASSIGNED', 'DOCUMENTS', 'STATUS', 'MESSAGE', 'DIGEST', 'NOT_TAKEN_UP', 'DOCUMENT_AWAITED', 'DRAFT');

-- CreateEnum
CREATE TYPE "PhoneChannel" AS ENUM ('SMS', 'WHATSAPP');

-- CreateEnum
CREATE TYPE "PhoneMessageKind" AS ENUM ('CODE', 'ACTION', 'PROGRESS', 'REMINDER', 'ENDED');

-- CreateEnum
CREATE TYPE "PhoneMessageState" AS ENUM ('WAITING', 'SENT', 'FAILED');

-- CreateEnum
CREATE TYPE "OutboxState" AS ENUM ('WAITING', 'SENT', 'FAILED', 'HELD');

-- CreateEnum
CREATE TYPE "StepStatus" AS ENUM ('NOT_STARTED', 'ASSIGNED', 'IN_PROGRESS', 'BLOCKED', 'PROCESSED', 'REJECTED', 'DECLINED');

-- CreateEnum
CREATE TYPE "FeedbackKind" AS ENUM ('SAID', 'TAKEN_BACK', 'LOWERED', 'BLOCKED');

-- CreateEnum
CREATE TYPE "AccessKind" AS ENUM ('FILE', 'DOCUMENT', 'EXPORT');

-- CreateEnum
CREATE TYPE "Agreement" AS ENUM ('NOT_NEEDED', 'WAITING', 'GIVEN', 'REFUSED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "RequestStatus" AS ENUM ('EN_COURS_DE_CREATION', 'A_REFOURMULER', 'NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'EN_ATTENTE', 'DEMANDE_TRAITE', 'RETIREE', 'SUPPRIME');

-- CreateEnum
CREATE TYPE "Scheme" AS ENUM ('general', 'nordev');

-- Find a person by any part of a name, company, e-mail or phone: accents, case, Arabic vowel signs and letter forms aside.
-- NFKD parts a letter from its accent, hamza or vowel sign, which are then dropped, as is the stretching tatweel.
CREATE FUNCTION search_fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN translate(
    lower(regexp_replace(normalize($1, NFKD), E'[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670]', '', 'g')),
    'ٱىةی’', 'ايهي''');

-- What a search looks in; the phone as its digits alone.
CREATE FUNCTION search_person(nom text, prenom text, company text, email text, phone text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(
      coalesce(nom, '') || ' ' || coalesce(prenom, '') || ' ' || coalesce(company, '') || ' ' || coalesce(email, ''))
    || ' ' || coalesce(regexp_replace(phone, '[^0-9]', '', 'g'), '');

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
    "deletion_asked_at" TIMESTAMPTZ(3),
    "disabled_by_id" UUID,
    "import_id" INTEGER,
    "invited_again_at" TIMESTAMPTZ(3),
    "search_text" TEXT NOT NULL GENERATED ALWAYS AS (search_person(nom, prenom, company_name, email, phone)) STORED,
    "is_responsible" BOOLEAN NOT NULL DEFAULT false,

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
    "back_file_id" INTEGER,

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
CREATE TABLE "consents" (
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "lang" VARCHAR(2) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("user_id","version")
);

-- CreateTable
CREATE TABLE "known_devices" (
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" UUID NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_sealed_secret" TEXT,
    "next_begun_at" TIMESTAMPTZ(3),

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","hash")
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
    "recipient_id" UUID,

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_tokens_recipient_check" CHECK (((kind = 'AGENT_APPROVAL'::"TokenKind") = (recipient_id IS NOT NULL)))
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
CREATE TABLE "administrator_acts" (
    "id" SERIAL NOT NULL,
    "kind" "AdministratorActKind" NOT NULL,
    "user_id" UUID,
    "partner_id" INTEGER,
    "by_name" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" INTEGER,

    CONSTRAINT "administrator_acts_pkey" PRIMARY KEY ("id")
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
    "removed_at" TIMESTAMPTZ(3),

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
CREATE TABLE "import_mail_days" (
    "partner_id" INTEGER NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "mails" INTEGER NOT NULL,
    "turns" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "import_mail_days_pkey" PRIMARY KEY ("partner_id")
);

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

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_on" DATE,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" UUID,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration_acts" (
    "id" SERIAL NOT NULL,
    "kind" "IntegrationActKind" NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "subject_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "by_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integration_acts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "kinds" TEXT[],
    "secret" TEXT NOT NULL,
    "secret_before" TEXT,
    "secret_before_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by_id" UUID NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "off_at" TIMESTAMPTZ(3),
    "off_reason" "WebhookOff",
    "off_told_at" TIMESTAMPTZ(3),
    "dropped" INTEGER NOT NULL DEFAULT 0,
    "dropped_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "endpoint_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "WebhookDeliveryState" NOT NULL DEFAULT 'WAITING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_by" UUID,
    "held_until" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "http_status" INTEGER,
    "fault" TEXT,
    "duration_ms" INTEGER,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_runs" (
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "done_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "daily_runs_pkey" PRIMARY KEY ("name","day")
);

-- CreateTable
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
    "days" SMALLINT,

    CONSTRAINT "task_defs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dismissed_proposals" (
    "user_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dismissed_proposals_pkey" PRIMARY KEY ("user_id","code")
);

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
CREATE TABLE "message_attachments" (
    "id" SERIAL NOT NULL,
    "message_id" INTEGER NOT NULL,
    "file_id" INTEGER,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "message_attachments_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "step_note_mentions" (
    "note_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "step_note_mentions_pkey" PRIMARY KEY ("note_id","user_id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "NoticeKind" NOT NULL,
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
    "kind" "MailKind" NOT NULL,

    CONSTRAINT "refused_mails_pkey" PRIMARY KEY ("user_id","kind")
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
    "unattended_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_at" TIMESTAMPTZ(3),
    "changed_by_id" UUID,
    "description_ar" TEXT,
    "description_en" TEXT,
    "description_es" TEXT,
    "title_ar" TEXT,
    "title_en" TEXT,
    "title_es" TEXT,
    "refused_at" TIMESTAMPTZ(3),
    "phone" TEXT,
    "email" TEXT,
    "address" TEXT,
    "opening_hours" TEXT,
    "website" TEXT,

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
CREATE TABLE "message_phones" (
    "user_id" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "channel" "PhoneChannel" NOT NULL,
    "kinds" "PhoneMessageKind"[],
    "chosen_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "unreachable_at" TIMESTAMPTZ(3),
    "sealed_code" TEXT,
    "code_expires_at" TIMESTAMPTZ(3),
    "code_tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_phones_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "phone_messages" (
    "id" SERIAL NOT NULL,
    "key" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "kind" "PhoneMessageKind" NOT NULL,
    "request_id" INTEGER,
    "state" "PhoneMessageState" NOT NULL DEFAULT 'WAITING',
    "merge_key" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "is_mailed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "phone_messages_pkey" PRIMARY KEY ("id")
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
    "priority" SMALLINT NOT NULL DEFAULT 1,
    "merge_key" TEXT,
    "phone_message_id" INTEGER,
    "message_key" UUID NOT NULL DEFAULT gen_random_uuid(),

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
CREATE TABLE "installations" (
    "single" INTEGER NOT NULL DEFAULT 1,
    "id" UUID NOT NULL,
    "home" TEXT NOT NULL,
    "store_kept_at" TIMESTAMPTZ(3),

    CONSTRAINT "installations_pkey" PRIMARY KEY ("single"),
    CONSTRAINT "installations_single_one" CHECK ((single = 1))
);

-- CreateTable
CREATE TABLE "seed_records" (
    "key" TEXT NOT NULL,
    "record_id" INTEGER,
    "sha256" TEXT NOT NULL,
    "seeded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seed_records_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "processing_steps" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "task_def_id" INTEGER,
    "title_item_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "status" "StepStatus" NOT NULL,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "runs_in_parallel" BOOLEAN NOT NULL DEFAULT false,
    "partner_feedback" TEXT,
    "assigned_at" TIMESTAMPTZ(3),
    "processing_start_date" TIMESTAMPTZ(3),
    "processed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "assignee_id" UUID,
    "days" SMALLINT NOT NULL DEFAULT 15,
    "due_on" DATE,
    "days_left" SMALLINT,
    "last_message_at" TIMESTAMPTZ(3),
    "awaits_answer_since" TIMESTAMPTZ(3),
    "awaiting_messages" INTEGER NOT NULL DEFAULT 0,
    "answer_waived_up_to" INTEGER,
    "closed_from_percent" INTEGER,
    "closed_from_status" "StepStatus",
    "request_date" TIMESTAMPTZ(3),
    "request_is_shown" BOOLEAN NOT NULL DEFAULT true,
    "request_is_suspended" BOOLEAN NOT NULL DEFAULT false,
    "awaits_documents" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "processing_steps_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "processing_steps_percent_check" CHECK (percent BETWEEN 0 AND 100 AND (percent = 100) = (status = 'PROCESSED')),
    CONSTRAINT "processing_steps_request_date" CHECK ((request_date IS NOT NULL))
);

-- CreateTable
CREATE TABLE "open_step_changes" (
    "id" BIGSERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "open_step_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_feedbacks" (
    "id" SERIAL NOT NULL,
    "step_id" INTEGER NOT NULL,
    "author_id" UUID,
    "kind" "FeedbackKind" NOT NULL,
    "percent" INTEGER NOT NULL,
    "text" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_feedbacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "record_accesses" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "agent_id" UUID,
    "partner_id" INTEGER NOT NULL,
    "kind" "AccessKind" NOT NULL,
    "day" DATE NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,
    "key_id" UUID,

    CONSTRAINT "record_accesses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_documents" (
    "id" SERIAL NOT NULL,
    "step_id" INTEGER NOT NULL,
    "document_item_id" INTEGER NOT NULL,
    "file_id" INTEGER,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "uploaded_at" TIMESTAMPTZ(3),
    "client_key" UUID,

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

    CONSTRAINT "ratings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ratings_stars_check" CHECK (((beneficiary_rating >= 1) AND (beneficiary_rating <= 5)))
);

-- CreateTable
CREATE TABLE "kept_answers" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "text_fr" TEXT,
    "text_en" TEXT,
    "text_ar" TEXT,
    "text_es" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "changed_by_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "kept_answers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "absences" (
    "user_id" UUID NOT NULL,
    "from_on" DATE NOT NULL,
    "until_on" DATE NOT NULL,
    "substitute_id" UUID,
    "begun_at" TIMESTAMPTZ(3),

    CONSTRAINT "absences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "worklist_views" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "author_id" UUID,
    "is_shared" BOOLEAN NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "query" VARCHAR(800) NOT NULL,
    "assignee_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worklist_views_pkey" PRIMARY KEY ("id")
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
    "days" SMALLINT,

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
    "status" "RequestStatus" NOT NULL DEFAULT 'EN_COURS_DE_CREATION',
    "observation" TEXT,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "date_request" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "import_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "agreement" "Agreement" NOT NULL DEFAULT 'NOT_NEEDED',
    "is_date_stated" BOOLEAN NOT NULL DEFAULT false,
    "draft_reminded_at" TIMESTAMPTZ(3),
    "emptied_at" TIMESTAMPTZ(3),
    "client_key" UUID,

    CONSTRAINT "requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "requests_percent_check" CHECK (((percent >= 0) AND (percent <= 100)))
);

-- CreateTable
CREATE TABLE "account_drafts" (
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_drafts_pkey" PRIMARY KEY ("owner_id","name")
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
    "simulation_id" INTEGER,
    "rules_version" TEXT,

    CONSTRAINT "request_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_receipts" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_receipts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "history_heads" (
    "request_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "history_heads_pkey" PRIMARY KEY ("request_id")
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
    "from_owner_id" UUID,
    "to_owner_id" UUID,
    "position" INTEGER NOT NULL DEFAULT 0,
    "detail_salt" BYTEA,
    "detail_hash" BYTEA,
    "hash" BYTEA NOT NULL DEFAULT '\x',

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
CREATE TABLE "simulation_shares" (
    "simulation_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "simulation_shares_pkey" PRIMARY KEY ("simulation_id")
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
    "name" TEXT,

    CONSTRAINT "simulations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_partner_id_approved_at_idx" ON "users"("partner_id", "approved_at");

-- CreateIndex
CREATE INDEX "users_import_id_idx" ON "users"("import_id");

-- CreateIndex
CREATE INDEX "users_deletion_asked_at_idx" ON "users"("deletion_asked_at");

-- CreateIndex
CREATE INDEX "users_search_idx" ON "users" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "users_num_cin_idx" ON "users"("num_cin");

-- CreateIndex
CREATE INDEX "users_ice_idx" ON "users"("ice");

-- CreateIndex
CREATE UNIQUE INDEX "identities_user_id_key" ON "identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "identities_file_id_key" ON "identities"("file_id");

-- CreateIndex
CREATE UNIQUE INDEX "identities_back_file_id_key" ON "identities"("back_file_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_ended_at_idx" ON "sessions"("user_id", "ended_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "known_devices_last_seen_at_idx" ON "known_devices"("last_seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_tokens_hash_key" ON "account_tokens"("hash");

-- CreateIndex
CREATE INDEX "account_tokens_user_id_kind_idx" ON "account_tokens"("user_id", "kind");

-- CreateIndex
CREATE INDEX "account_tokens_recipient_id_idx" ON "account_tokens"("recipient_id");

-- CreateIndex
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "qualifications_user_id_replaced_at_idx" ON "qualifications"("user_id", "replaced_at");

-- CreateIndex
CREATE INDEX "administrator_acts_user_id_at_idx" ON "administrator_acts"("user_id", "at");

-- CreateIndex
CREATE INDEX "administrator_acts_partner_id_at_idx" ON "administrator_acts"("partner_id", "at");

-- CreateIndex
CREATE INDEX "administrator_acts_request_id_at_idx" ON "administrator_acts"("request_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "stored_files_key_key" ON "stored_files"("key");

-- CreateIndex
CREATE INDEX "stored_files_owner_id_idx" ON "stored_files"("owner_id");

-- CreateIndex
CREATE INDEX "imports_partner_id_kind_sha256_idx" ON "imports"("partner_id", "kind", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "import_runs_import_id_key" ON "import_runs"("import_id");

-- CreateIndex
CREATE INDEX "import_runs_partner_id_is_dry_run_started_at_idx" ON "import_runs"("partner_id", "is_dry_run", "started_at" DESC);

-- CreateIndex
CREATE INDEX "import_runs_agent_id_idx" ON "import_runs"("agent_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_prefix_key" ON "api_keys"("prefix");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_partner_id_created_at_idx" ON "api_keys"("partner_id", "created_at");

-- CreateIndex
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");

-- CreateIndex
CREATE INDEX "integration_acts_partner_id_at_idx" ON "integration_acts"("partner_id", "at");

-- CreateIndex
CREATE INDEX "webhook_endpoints_partner_id_created_at_idx" ON "webhook_endpoints"("partner_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_idx" ON "webhook_deliveries"("endpoint_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

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
CREATE INDEX "step_messages_step_id_id_idx" ON "step_messages"("step_id", "id");

-- CreateIndex
CREATE INDEX "step_messages_author_id_idx" ON "step_messages"("author_id");

-- CreateIndex
CREATE INDEX "step_messages_read_at_author_role_step_id_idx" ON "step_messages"("read_at", "author_role", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "step_messages_step_id_author_id_client_key_key" ON "step_messages"("step_id", "author_id", "client_key");

-- CreateIndex
CREATE INDEX "message_attachments_message_id_id_idx" ON "message_attachments"("message_id", "id");

-- CreateIndex
CREATE INDEX "message_attachments_file_id_idx" ON "message_attachments"("file_id");

-- CreateIndex
CREATE INDEX "step_notes_step_id_id_idx" ON "step_notes"("step_id", "id");

-- CreateIndex
CREATE INDEX "step_notes_author_id_idx" ON "step_notes"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "step_notes_step_id_author_id_client_key_key" ON "step_notes"("step_id", "author_id", "client_key");

-- CreateIndex
CREATE INDEX "step_note_mentions_user_id_seen_at_idx" ON "step_note_mentions"("user_id", "seen_at");

-- CreateIndex
CREATE INDEX "notices_user_id_id_idx" ON "notices"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notices_user_id_read_at_idx" ON "notices"("user_id", "read_at");

-- CreateIndex
CREATE INDEX "notices_request_id_idx" ON "notices"("request_id");

-- CreateIndex
CREATE INDEX "notices_step_id_idx" ON "notices"("step_id");

-- CreateIndex
CREATE INDEX "notices_about_id_idx" ON "notices"("about_id");

-- CreateIndex
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at");

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
CREATE UNIQUE INDEX "phone_messages_key_key" ON "phone_messages"("key");

-- CreateIndex
CREATE INDEX "phone_messages_state_next_attempt_at_idx" ON "phone_messages"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "phone_messages_user_id_sent_at_idx" ON "phone_messages"("user_id", "sent_at");

-- CreateIndex
CREATE INDEX "phone_messages_request_id_idx" ON "phone_messages"("request_id");

-- CreateIndex
CREATE UNIQUE INDEX "phone_messages_user_id_merge_key_key" ON "phone_messages"("user_id", "merge_key");

-- CreateIndex
CREATE INDEX "outbox_mails_state_priority_next_attempt_at_idx" ON "outbox_mails"("state", "priority", "next_attempt_at");

-- CreateIndex
CREATE INDEX "outbox_mails_phone_message_id_idx" ON "outbox_mails"("phone_message_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_mails_to_merge_key_key" ON "outbox_mails"("to", "merge_key");

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- CreateIndex
CREATE INDEX "processing_steps_partner_id_status_id_idx" ON "processing_steps"("partner_id", "status", "id");

-- CreateIndex
CREATE INDEX "processing_steps_partner_id_assigned_at_id_idx" ON "processing_steps"("partner_id", "assigned_at", "id");

-- CreateIndex
CREATE INDEX "processing_steps_partner_id_processed_at_idx" ON "processing_steps"("partner_id", "processed_at");

-- CreateIndex
CREATE INDEX "processing_steps_partner_id_due_on_id_idx" ON "processing_steps"("partner_id", "due_on", "id");

-- CreateIndex
CREATE INDEX "processing_steps_partner_id_updated_at_id_idx" ON "processing_steps"("partner_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "processing_steps_worklist_idx" ON "processing_steps"("partner_id", "request_date", "id", "request_id", "status", "request_is_shown", "request_is_suspended", "awaits_documents", "assignee_id", "due_on");

-- CreateIndex
CREATE INDEX "processing_steps_assignee_id_partner_id_request_id_idx" ON "processing_steps"("assignee_id", "partner_id", "request_id");

-- CreateIndex
CREATE UNIQUE INDEX "processing_steps_request_id_position_key" ON "processing_steps"("request_id", "position");

-- CreateIndex
CREATE INDEX "open_step_changes_partner_id_change_idx" ON "open_step_changes"("partner_id", "change");

-- CreateIndex
CREATE INDEX "step_feedbacks_step_id_id_idx" ON "step_feedbacks"("step_id", "id");

-- CreateIndex
CREATE INDEX "step_feedbacks_author_id_idx" ON "step_feedbacks"("author_id");

-- CreateIndex
CREATE INDEX "record_accesses_key_id_idx" ON "record_accesses"("key_id");

-- CreateIndex
CREATE INDEX "record_accesses_agent_id_last_at_idx" ON "record_accesses"("agent_id", "last_at");

-- CreateIndex
CREATE INDEX "record_accesses_last_at_idx" ON "record_accesses"("last_at");

-- CreateIndex
CREATE UNIQUE INDEX "record_accesses_request_id_agent_id_kind_day_key" ON "record_accesses"("request_id", "agent_id", "kind", "day");

-- CreateIndex
CREATE UNIQUE INDEX "record_accesses_request_id_key_id_kind_day_key" ON "record_accesses"("request_id", "key_id", "kind", "day");

-- CreateIndex
CREATE UNIQUE INDEX "step_documents_file_id_key" ON "step_documents"("file_id");

-- CreateIndex
CREATE INDEX "step_documents_step_id_id_idx" ON "step_documents"("step_id", "id");

-- CreateIndex
CREATE INDEX "step_documents_file_id_step_id_idx" ON "step_documents"("file_id", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "ratings_step_id_key" ON "ratings"("step_id");

-- CreateIndex
CREATE UNIQUE INDEX "kept_answers_partner_id_name_key_key" ON "kept_answers"("partner_id", "name_key");

-- CreateIndex
CREATE INDEX "absences_substitute_id_idx" ON "absences"("substitute_id");

-- CreateIndex
CREATE INDEX "worklist_views_partner_id_author_id_idx" ON "worklist_views"("partner_id", "author_id");

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
CREATE INDEX "requests_id_status_agreement_idx" ON "requests"("id", "status", "agreement");

-- CreateIndex
CREATE INDEX "requests_journey_def_id_status_id_idx" ON "requests"("journey_def_id", "status", "id");

-- CreateIndex
CREATE INDEX "requests_import_id_agreement_id_idx" ON "requests"("import_id", "agreement", "id");

-- CreateIndex
CREATE INDEX "requests_num_request_trgm" ON "requests" USING GIN ("num_request" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "requests_beneficiary_id_client_key_key" ON "requests"("beneficiary_id", "client_key");

-- CreateIndex
CREATE INDEX "account_drafts_saved_at_idx" ON "account_drafts"("saved_at");

-- CreateIndex
CREATE INDEX "request_services_item_id_request_id_idx" ON "request_services"("item_id", "request_id");

-- CreateIndex
CREATE UNIQUE INDEX "request_documents_file_id_key" ON "request_documents"("file_id");

-- CreateIndex
CREATE INDEX "request_documents_simulation_id_idx" ON "request_documents"("simulation_id");

-- CreateIndex
CREATE UNIQUE INDEX "request_documents_request_id_code_key" ON "request_documents"("request_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "request_receipts_token_key" ON "request_receipts"("token");

-- CreateIndex
CREATE UNIQUE INDEX "request_receipts_request_id_submitted_at_key" ON "request_receipts"("request_id", "submitted_at");

-- CreateIndex
CREATE INDEX "history_events_request_id_id_idx" ON "history_events"("request_id", "id");

-- CreateIndex
CREATE INDEX "premium_rule_sets_scheme_valid_from_idx" ON "premium_rule_sets"("scheme", "valid_from" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "premium_rule_sets_scheme_version_key" ON "premium_rule_sets"("scheme", "version");

-- CreateIndex
CREATE UNIQUE INDEX "simulation_shares_token_hash_key" ON "simulation_shares"("token_hash");

-- CreateIndex
CREATE INDEX "simulation_shares_expires_at_idx" ON "simulation_shares"("expires_at");

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
ALTER TABLE "users" ADD CONSTRAINT "users_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_back_file_id_fkey" FOREIGN KEY ("back_file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "administrator_acts" ADD CONSTRAINT "administrator_acts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "administrator_acts" ADD CONSTRAINT "administrator_acts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "administrator_acts" ADD CONSTRAINT "administrator_acts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_mail_days" ADD CONSTRAINT "import_mail_days_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "dismissed_proposals" ADD CONSTRAINT "dismissed_proposals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_messages" ADD CONSTRAINT "step_messages_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_messages" ADD CONSTRAINT "step_messages_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "step_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_notes" ADD CONSTRAINT "step_notes_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_notes" ADD CONSTRAINT "step_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_note_mentions" ADD CONSTRAINT "step_note_mentions_note_id_fkey" FOREIGN KEY ("note_id") REFERENCES "step_notes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_note_mentions" ADD CONSTRAINT "step_note_mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_about_id_fkey" FOREIGN KEY ("about_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refused_mails" ADD CONSTRAINT "refused_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "message_phones" ADD CONSTRAINT "message_phones_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_messages" ADD CONSTRAINT "phone_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_messages" ADD CONSTRAINT "phone_messages_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_phone_message_id_fkey" FOREIGN KEY ("phone_message_id") REFERENCES "phone_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_task_def_id_fkey" FOREIGN KEY ("task_def_id") REFERENCES "task_defs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_title_item_id_fkey" FOREIGN KEY ("title_item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processing_steps" ADD CONSTRAINT "processing_steps_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_feedbacks" ADD CONSTRAINT "step_feedbacks_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_feedbacks" ADD CONSTRAINT "step_feedbacks_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "record_accesses" ADD CONSTRAINT "record_accesses_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_documents" ADD CONSTRAINT "step_documents_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_documents" ADD CONSTRAINT "step_documents_document_item_id_fkey" FOREIGN KEY ("document_item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_documents" ADD CONSTRAINT "step_documents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "processing_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kept_answers" ADD CONSTRAINT "kept_answers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "absences" ADD CONSTRAINT "absences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "absences" ADD CONSTRAINT "absences_substitute_id_fkey" FOREIGN KEY ("substitute_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "worklist_views" ADD CONSTRAINT "worklist_views_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "account_drafts" ADD CONSTRAINT "account_drafts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_services" ADD CONSTRAINT "request_services_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_services" ADD CONSTRAINT "request_services_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_simulation_id_fkey" FOREIGN KEY ("simulation_id") REFERENCES "simulations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_receipts" ADD CONSTRAINT "request_receipts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history_events" ADD CONSTRAINT "history_events_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulation_shares" ADD CONSTRAINT "simulation_shares_simulation_id_fkey" FOREIGN KEY ("simulation_id") REFERENCES "simulations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_rule_set_id_fkey" FOREIGN KEY ("rule_set_id") REFERENCES "premium_rule_sets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Indexes and statistics that the Prisma schema cannot describe
ALTER TABLE users ALTER COLUMN search_text SET STATISTICS 1000;
CREATE INDEX processing_steps_conversations_idx ON processing_steps (partner_id, last_message_at, id) INCLUDE (status, awaits_answer_since, request_is_shown) WHERE (last_message_at IS NOT NULL);
CREATE INDEX processing_steps_unanswered_idx ON processing_steps (partner_id, awaits_answer_since, id) INCLUDE (status, awaiting_messages, request_is_shown) WHERE ((awaits_answer_since IS NOT NULL) AND (status = ANY (ARRAY['ASSIGNED'::"StepStatus", 'IN_PROGRESS'::"StepStatus", 'BLOCKED'::"StepStatus", 'NOT_STARTED'::"StepStatus"])));
CREATE UNIQUE INDEX qualifications_current_key ON qualifications (user_id) WHERE (replaced_at IS NULL);
CREATE UNIQUE INDEX step_documents_expected_key ON step_documents (step_id, document_item_id) WHERE (file_id IS NULL);
CREATE INDEX stored_files_pending_idx ON stored_files (id) WHERE (scan_state = 'PENDING'::"ScanState");
CREATE INDEX webhook_deliveries_tests_idx ON webhook_deliveries (endpoint_id, next_attempt_at, id) WHERE ((state = 'WAITING'::"WebhookDeliveryState") AND (kind = 'webhook.test'::text));
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (endpoint_id, next_attempt_at, id) WHERE (state = 'WAITING'::"WebhookDeliveryState");
CREATE STATISTICS processing_steps_partner_status (mcv) ON partner_id, status FROM processing_steps;
ALTER STATISTICS processing_steps_partner_status SET STATISTICS 1000;

-- Processes of the API cache what they read. They listen to the channel `wasl` and drop what has changed.
CREATE FUNCTION "tell_all"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE FUNCTION "tell_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', TG_ARGV[0] || ' ' || OLD.id);
  RETURN NULL;
END $$;

-- Processes cache whether a user has a second factor.
CREATE FUNCTION "tell_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', 'user ' || COALESCE(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;

-- Open pages are notified of changes: `person` with the person's id, `organisation` with the organisation's.
-- PostgreSQL sends equal notifications of one transaction once.
CREATE FUNCTION "tell_persons"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', 'person ' || t.user_id) FROM (SELECT DISTINCT user_id FROM changed) AS t;
  RETURN NULL;
END $$;

-- Housekeeping removes old notices. Only recent unread ones change a page.
CREATE FUNCTION "tell_persons_of_gone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', 'person ' || t.user_id) FROM (
    SELECT DISTINCT user_id FROM changed WHERE read_at IS NULL AND created_at > now() - interval '90 days') AS t;
  RETURN NULL;
END $$;

-- A new or read message concerns both sides of its step, and its author.
CREATE FUNCTION "tell_both_sides"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', t.who) FROM (
    SELECT unnest(ARRAY['person ' || r.beneficiary_id, 'organisation ' || s.partner_id]) AS who
    FROM processing_steps s JOIN requests r ON r.id = s.request_id
    WHERE s.id = ANY(ARRAY(SELECT step_id FROM changed))
    UNION SELECT 'person ' || author_id FROM changed) AS t;
  RETURN NULL;
END $$;

CREATE FUNCTION "tell_organisations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wasl', 'organisation ' || t.partner_id) FROM (SELECT DISTINCT partner_id FROM changed) AS t;
  RETURN NULL;
END $$;

-- An erasure may remove the words of a line. The chain contains their salted hash and stays valid without them.
CREATE FUNCTION history_words_hash(salt BYTEA, words TEXT) RETURNS BYTEA LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(salt || convert_to(words, 'UTF8'))
$$;

-- The history is append-only. An erasure may clear the words of a line and their salt.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.to_status IN ('A_REFOURMULER', 'EN_ATTENTE', 'REJECTED', 'RETIREE', 'DECLINED')
    AND NEW.detail IS NULL AND to_jsonb(NEW) - 'detail' - 'detail_salt' = to_jsonb(OLD) - 'detail' - 'detail_salt' THEN
    NEW.detail_salt := NULL;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;

-- Row triggers do not fire on TRUNCATE.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- The hash of one link of the history. One statement per link: an import writes hundreds of thousands.
CREATE FUNCTION history_link_hash(before BYTEA, place INTEGER, event history_events) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT sha256(before || convert_to(jsonb_build_array(event.request_id, place, event.id, event.step_id, event.kind,
    event.from_status, event.to_status, event.percent, encode(event.detail_hash, 'hex'), event.actor_id, event.actor_role,
    event.from_owner_id, event.to_owner_id, (extract(epoch FROM event.at) * 1000)::bigint)::text, 'UTF8'))
$$;

CREATE FUNCTION history_link_hash(before BYTEA, event history_events) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT history_link_hash(before, event.position, event)
$$;

-- Computes the link of a new line. It locks the head of its request only, and replaces what a client sends for the link.
-- It runs as its owner, so that servers need no right to write the heads.
CREATE FUNCTION chain_history_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.detail IS NULL THEN
    NEW.detail_salt := NULL;
    NEW.detail_hash := NULL;
  ELSE
    NEW.detail_salt := uuid_send(gen_random_uuid());
    NEW.detail_hash := history_words_hash(NEW.detail_salt, NEW.detail);
  END IF;
  INSERT INTO history_heads AS head (request_id, position, hash)
    VALUES (NEW.request_id, 1, history_link_hash(''::bytea, 1, NEW))
    ON CONFLICT (request_id) DO UPDATE
      SET position = head.position + 1, hash = history_link_hash(head.hash, head.position + 1, NEW)
    RETURNING head.position, head.hash INTO NEW.position, NEW.hash;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_integration_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'integration_acts is append-only' USING ERRCODE = 'restrict_violation';
END $$;

-- The table is append-only. An erasure may clear the reason, and the deletion of a subject its reference.
CREATE FUNCTION refuse_administrator_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.id = OLD.id AND NEW.kind = OLD.kind AND NEW.by_name = OLD.by_name AND NEW.at = OLD.at
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
    AND (NEW.partner_id IS NULL OR NEW.partner_id = OLD.partner_id)
    AND (NEW.request_id IS NULL OR NEW.request_id = OLD.request_id)
    AND (NEW.reason IS NULL OR NEW.reason = OLD.reason) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'administrator_acts is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION "webhook_new_steps"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE off_at IS NULL) THEN RETURN NULL; END IF;
  PERFORM webhook_tell(jsonb_agg(jsonb_build_object('partner_id', s.partner_id, 'kind', 'step.assigned', 'data',
      jsonb_build_object('requestId', r.id, 'numRequest', r.num_request, 'stepId', s.id, 'status', s.status, 'percent', s.percent))
    ORDER BY s.id))
  FROM changed s JOIN requests r ON r.id = s.request_id
  WHERE webhook_shows(r.status, r.agreement)
    AND s.partner_id IN (SELECT partner_id FROM webhook_endpoints WHERE off_at IS NULL)
  HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION "webhook_changed_step"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  request RECORD;
  event TEXT;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE partner_id = NEW.partner_id AND off_at IS NULL) THEN RETURN NULL; END IF;
  SELECT num_request, webhook_shows(status, agreement) AS shows INTO request FROM requests WHERE id = NEW.request_id;
  IF request.shows IS NOT TRUE THEN RETURN NULL; END IF;
  event := CASE
    WHEN OLD.partner_id <> NEW.partner_id THEN 'step.assigned'
    WHEN OLD.status = 'NOT_STARTED' AND NEW.status = 'ASSIGNED' THEN 'step.turn_came'
    WHEN OLD.status IN ('PROCESSED', 'REJECTED') AND NEW.status NOT IN ('PROCESSED', 'REJECTED', 'DECLINED') THEN 'step.reopened'
    ELSE 'step.updated' END;
  PERFORM webhook_tell(jsonb_build_array(jsonb_build_object('partner_id', NEW.partner_id, 'kind', event, 'data',
    jsonb_build_object('requestId', NEW.request_id, 'numRequest', request.num_request, 'stepId', NEW.id,
      'status', NEW.status, 'fromStatus', OLD.status, 'percent', NEW.percent))));
  RETURN NULL;
END $$;

-- A request that becomes visible to organisations is new to them. One that becomes hidden is withdrawn.
CREATE FUNCTION "webhook_changed_request"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown BOOLEAN := webhook_shows(OLD.status, OLD.agreement);
  shows BOOLEAN := webhook_shows(NEW.status, NEW.agreement);
BEGIN
  IF NOT (shown OR shows) OR NOT EXISTS (SELECT FROM webhook_endpoints WHERE off_at IS NULL) THEN RETURN NULL; END IF;
  IF shows AND NOT shown THEN
    PERFORM webhook_tell(jsonb_agg(jsonb_build_object('partner_id', s.partner_id, 'kind', 'step.assigned', 'data',
        jsonb_build_object('requestId', NEW.id, 'numRequest', NEW.num_request, 'stepId', s.id, 'status', s.status, 'percent', s.percent))
      ORDER BY s.id))
    FROM processing_steps s WHERE s.request_id = NEW.id AND s.status <> 'DECLINED'
    HAVING count(*) > 0;
  ELSE
    PERFORM webhook_tell(jsonb_agg(jsonb_build_object('partner_id', t.partner_id,
        'kind', CASE WHEN shows AND NEW.status <> 'RETIREE' THEN 'request.updated' ELSE 'request.withdrawn' END, 'data',
        jsonb_build_object('requestId', NEW.id, 'numRequest', NEW.num_request,
          'status', CASE WHEN shows THEN NEW.status END, 'fromStatus', CASE WHEN shows THEN OLD.status END))))
    FROM (SELECT DISTINCT partner_id FROM processing_steps WHERE request_id = NEW.id AND status <> 'DECLINED') AS t
    HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

-- A document or a message from the person. Arguments: the kind of event, and the member that carries the row's id.
CREATE FUNCTION "webhook_on_step"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_tell(jsonb_agg(jsonb_build_object('partner_id', s.partner_id, 'kind', TG_ARGV[0], 'data',
      jsonb_build_object('requestId', r.id, 'numRequest', r.num_request, 'stepId', s.id, TG_ARGV[1], NEW.id,
        'status', s.status, 'percent', s.percent))))
  FROM processing_steps s JOIN requests r ON r.id = s.request_id
  WHERE s.id = NEW.step_id AND s.status <> 'DECLINED' AND webhook_shows(r.status, r.agreement)
    AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.partner_id = s.partner_id AND e.off_at IS NULL)
  HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- Steps repeat the columns of their request that the worklist filters by, so that it reads one index (docs/decisions, 83).
-- Equal to `hiddenFromPartners`, `agreementsOpenToPartners` and `suspendedStatuses` of the API; a test compares every combination.
CREATE FUNCTION "request_is_shown"(status "RequestStatus", agreement "Agreement") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status NOT IN ('SUPPRIME', 'EN_COURS_DE_CREATION') AND agreement IN ('NOT_NEEDED', 'GIVEN')
$$;

CREATE FUNCTION "request_is_suspended"(status "RequestStatus") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('A_REFOURMULER', 'EN_ATTENTE')
$$;

-- Whether organisations may know of a request (`openToPartnersSql` of the API).
CREATE FUNCTION "webhook_shows"(status "RequestStatus", agreement "Agreement") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT request_is_shown(status, agreement)
$$;

-- The API sets these columns when it inserts a step. This looks them up where they are missing.
CREATE FUNCTION "step_takes_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT r.date_request, request_is_shown(r.status, r.agreement), request_is_suspended(r.status)
    INTO NEW.request_date, NEW.request_is_shown, NEW.request_is_suspended
    FROM requests r WHERE r.id = NEW.request_id;
  RETURN NEW;
END $$;

-- Steps are written under the lock of their request, so this needs no lock of its own.
CREATE FUNCTION "request_tells_steps"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown BOOLEAN := request_is_shown(NEW.status, NEW.agreement);
  suspended BOOLEAN := request_is_suspended(NEW.status);
BEGIN
  UPDATE processing_steps s
    SET request_date = NEW.date_request, request_is_shown = shown, request_is_suspended = suspended
    WHERE s.request_id = NEW.id
      AND (s.request_date, s.request_is_shown, s.request_is_suspended) IS DISTINCT FROM (NEW.date_request, shown, suspended);
  RETURN NULL;
END $$;

-- Enqueues webhook messages. An organisation without an active agent gets none (`activeAgent` of the API; a test compares both).
CREATE FUNCTION "webhook_tell"(about JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, kind, data)
    SELECT e.id, a.kind, jsonb_strip_nulls(a.data)
    FROM jsonb_to_recordset(about) AS a(partner_id int, kind text, data jsonb)
      JOIN webhook_endpoints e ON e.partner_id = a.partner_id AND e.off_at IS NULL AND a.kind = ANY(e.kinds)
      -- An organisation without approval gets no message, and its keys do not work.
      JOIN partners p ON p.id = e.partner_id AND p.approved_at IS NOT NULL AND p.refused_at IS NULL
    WHERE EXISTS (SELECT FROM users u WHERE u.partner_id = e.partner_id AND u.role = 'PARTENAIRE'
      AND u.email_confirmed_at IS NOT NULL AND u.approved_at IS NOT NULL AND u.disabled_at IS NULL)
    -- Skips an endpoint that is being deleted; otherwise the person's own act would fail.
    FOR KEY SHARE OF e SKIP LOCKED;
  IF FOUND THEN PERFORM pg_notify('wasl', 'webhook'); END IF;
END $$;

-- Runs once per statement. It locks the steps first and then reads their documents in a new statement.
-- So of two people who hand in the last two documents, the second sees the first one's.
CREATE FUNCTION "documents_tell_steps"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  steps INT[] := ARRAY(SELECT DISTINCT step_id FROM changed);
BEGIN
  PERFORM 1 FROM processing_steps WHERE id = ANY (steps) ORDER BY id FOR NO KEY UPDATE;
  UPDATE processing_steps s SET awaits_documents = NOT s.awaits_documents
    WHERE s.id = ANY (steps) AND s.awaits_documents <>
      EXISTS (SELECT 1 FROM step_documents d WHERE d.step_id = s.id AND d.file_id IS NULL);
  RETURN NULL;
END $$;

-- The number of open steps of an organisation is a sum of changes, so that routing does not read its steps (docs/decisions, 86).
-- Equal to `openStepStatuses` of the API; a test compares every status.
CREATE FUNCTION "step_is_open"(status "StepStatus") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('NOT_STARTED', 'ASSIGNED', 'IN_PROGRESS', 'BLOCKED')
$$;

CREATE FUNCTION "steps_come"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_step_changes (partner_id, change)
    SELECT partner_id, count(*) FROM changed WHERE step_is_open(status) GROUP BY partner_id ORDER BY partner_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "steps_go"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_step_changes (partner_id, change)
    SELECT partner_id, -count(*) FROM changed WHERE step_is_open(status) GROUP BY partner_id ORDER BY partner_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "step_opens_or_closes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF step_is_open(OLD.status) THEN
    INSERT INTO open_step_changes (partner_id, change) VALUES (OLD.partner_id, -1);
  END IF;
  IF step_is_open(NEW.status) THEN
    INSERT INTO open_step_changes (partner_id, change) VALUES (NEW.partner_id, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "history_events_append_only" BEFORE UPDATE OR DELETE ON "history_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

CREATE TRIGGER "reference_items_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reference_items"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');

CREATE TRIGGER "reference_lists_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reference_lists"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');

-- Columns that authentication reads; `last_seen_at` is not one of them.
CREATE TRIGGER "sessions_tell" AFTER UPDATE OF "ended_at", "expires_at", "user_id" ON "sessions"
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION "tell_row"('session');

CREATE TRIGGER "users_tell"
  AFTER UPDATE OF "email", "role", "nom", "prenom", "company_name", "lang", "partner_id", "email_confirmed_at",
    "approved_at", "disabled_at", "session_version", "is_responsible" ON "users"
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION "tell_row"('user');

CREATE TRIGGER "sessions_tell_gone" AFTER DELETE OR TRUNCATE ON "sessions"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('session');

-- Processes cache journeys as they cache reference lists.
CREATE TRIGGER "journey_defs_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "journey_defs"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');

CREATE TRIGGER "eligibility_conditions_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "eligibility_conditions"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');

CREATE TRIGGER "journey_def_settings_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "journey_def_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');

CREATE TRIGGER "second_factors_tell" AFTER INSERT OR UPDATE OF "confirmed_at" OR DELETE ON "second_factors"
  FOR EACH ROW EXECUTE FUNCTION "tell_owner"();

CREATE TRIGGER "administrator_acts_append_only" BEFORE UPDATE OR DELETE ON "administrator_acts"
  FOR EACH ROW EXECUTE FUNCTION refuse_administrator_act_change();

CREATE TRIGGER "notices_tell_new" AFTER INSERT ON "notices" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_persons"();

CREATE TRIGGER "notices_tell_changed" AFTER UPDATE ON "notices" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_persons"();

CREATE TRIGGER "notices_tell_gone" AFTER DELETE ON "notices" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_persons_of_gone"();

CREATE TRIGGER "step_messages_tell_new" AFTER INSERT ON "step_messages" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_both_sides"();

CREATE TRIGGER "step_messages_tell_read" AFTER UPDATE ON "step_messages" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_both_sides"();

CREATE TRIGGER "processing_steps_tell_new" AFTER INSERT ON "processing_steps" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_organisations"();

CREATE TRIGGER "processing_steps_tell_changed" AFTER UPDATE ON "processing_steps" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_organisations"();

CREATE TRIGGER "history_events_chain" BEFORE INSERT ON "history_events"
  FOR EACH ROW EXECUTE FUNCTION chain_history_event();

CREATE TRIGGER "history_events_no_truncate" BEFORE TRUNCATE ON "history_events" EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER "history_heads_no_truncate" BEFORE TRUNCATE ON "history_heads" EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER "administrator_acts_no_truncate" BEFORE TRUNCATE ON "administrator_acts" EXECUTE FUNCTION refuse_truncate();

CREATE TRIGGER "integration_acts_append_only" BEFORE UPDATE OR DELETE ON "integration_acts"
  FOR EACH ROW EXECUTE FUNCTION refuse_integration_act_change();

-- Processes cache keys. `last_used_on` is not part of what they cache.
CREATE TRIGGER "api_keys_tell" AFTER UPDATE OF "revoked_at", "expires_at", "scopes", "partner_id", "name", "hash" ON "api_keys"
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION "tell_row"('key');

CREATE TRIGGER "api_keys_tell_gone" AFTER DELETE OR TRUNCATE ON "api_keys"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('key');

CREATE TRIGGER "partners_tell_keys" AFTER UPDATE OF "approved_at", "refused_at" ON "partners"
  FOR EACH ROW WHEN (OLD.approved_at IS DISTINCT FROM NEW.approved_at OR OLD.refused_at IS DISTINCT FROM NEW.refused_at)
  EXECUTE FUNCTION "tell_all"('key');

CREATE TRIGGER "processing_steps_webhooks_new" AFTER INSERT ON "processing_steps" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "webhook_new_steps"();

CREATE TRIGGER "processing_steps_webhooks_changed" AFTER UPDATE OF "status", "percent", "partner_id" ON "processing_steps"
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.percent IS DISTINCT FROM NEW.percent
    OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION "webhook_changed_step"();

CREATE TRIGGER "requests_webhooks" AFTER UPDATE OF "status", "agreement" ON "requests"
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.agreement IS DISTINCT FROM NEW.agreement)
  EXECUTE FUNCTION "webhook_changed_request"();

CREATE TRIGGER "step_documents_webhooks" AFTER UPDATE OF "file_id" ON "step_documents"
  FOR EACH ROW WHEN (NEW.file_id IS NOT NULL AND OLD.file_id IS DISTINCT FROM NEW.file_id)
  EXECUTE FUNCTION "webhook_on_step"('step.document_received', 'documentId');

CREATE TRIGGER "step_messages_webhooks" AFTER INSERT ON "step_messages"
  FOR EACH ROW WHEN (NEW.author_role = 'BENEFICIAIRE')
  EXECUTE FUNCTION "webhook_on_step"('step.message_received', 'messageId');

-- Processes cache the rule sets and their days.
CREATE TRIGGER "premium_rule_sets_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "premium_rule_sets"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');

CREATE TRIGGER "processing_steps_request" BEFORE INSERT ON "processing_steps"
  FOR EACH ROW WHEN (NEW.request_date IS NULL) EXECUTE FUNCTION "step_takes_request"();

CREATE TRIGGER "requests_steps" AFTER UPDATE OF "status", "agreement", "date_request" ON "requests"
  FOR EACH ROW WHEN (OLD.date_request IS DISTINCT FROM NEW.date_request
    OR request_is_shown(OLD.status, OLD.agreement) IS DISTINCT FROM request_is_shown(NEW.status, NEW.agreement)
    OR request_is_suspended(OLD.status) IS DISTINCT FROM request_is_suspended(NEW.status))
  EXECUTE FUNCTION "request_tells_steps"();

CREATE TRIGGER "users_tell_keys" AFTER UPDATE OF "role", "partner_id", "email_confirmed_at", "approved_at", "disabled_at" ON "users"
  FOR EACH ROW WHEN ((OLD.partner_id IS NOT NULL OR NEW.partner_id IS NOT NULL) AND (OLD.role IS DISTINCT FROM NEW.role
    OR OLD.partner_id IS DISTINCT FROM NEW.partner_id OR OLD.email_confirmed_at IS DISTINCT FROM NEW.email_confirmed_at
    OR OLD.approved_at IS DISTINCT FROM NEW.approved_at OR OLD.disabled_at IS DISTINCT FROM NEW.disabled_at))
  EXECUTE FUNCTION "tell_all"('key');

CREATE TRIGGER "users_tell_keys_new" AFTER INSERT ON "users"
  FOR EACH ROW WHEN (NEW.partner_id IS NOT NULL) EXECUTE FUNCTION "tell_all"('key');

CREATE TRIGGER "users_tell_keys_gone" AFTER DELETE ON "users"
  FOR EACH ROW WHEN (OLD.partner_id IS NOT NULL) EXECUTE FUNCTION "tell_all"('key');

CREATE TRIGGER "step_documents_asked" AFTER INSERT ON "step_documents"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "documents_tell_steps"();

CREATE TRIGGER "step_documents_received" AFTER UPDATE ON "step_documents"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "documents_tell_steps"();

CREATE TRIGGER "step_documents_gone" AFTER DELETE ON "step_documents"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "documents_tell_steps"();

CREATE TRIGGER "processing_steps_come" AFTER INSERT ON "processing_steps"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "steps_come"();

CREATE TRIGGER "processing_steps_go" AFTER DELETE ON "processing_steps"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "steps_go"();

-- A row trigger with a condition: most updates neither open nor close a step and call no function.
CREATE TRIGGER "processing_steps_open_or_close" AFTER UPDATE OF "status", "partner_id" ON "processing_steps"
  FOR EACH ROW WHEN (step_is_open(OLD.status) <> step_is_open(NEW.status)
    OR (OLD.partner_id <> NEW.partner_id AND step_is_open(NEW.status)))
  EXECUTE FUNCTION "step_opens_or_closes"();
