-- Addresses of organisations that are told what happens on their steps, and what each was told.
CREATE TYPE "WebhookOff" AS ENUM ('GONE', 'FAILING', 'ADMINISTRATOR');
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
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_endpoints_partner_id_created_at_idx" ON "webhook_endpoints"("partner_id", "created_at");
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TYPE "WebhookDeliveryState" AS ENUM ('WAITING', 'DELIVERED', 'FAILED');
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
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_idx" ON "webhook_deliveries"("endpoint_id", "created_at");
CREATE INDEX "webhook_deliveries_endpoint_id_state_next_attempt_at_idx" ON "webhook_deliveries"("endpoint_id", "state", "next_attempt_at");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_MADE';
ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_SECRET_CHANGED';
ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_PAUSED';
ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_RESUMED';
ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_DISABLED';
ALTER TYPE "IntegrationActKind" ADD VALUE 'WEBHOOK_DELETED';
ALTER TYPE "NoticeKind" ADD VALUE 'WEBHOOK_OFF';

-- What happened is written where it happens, whoever writes it, as rows for each address that asked for its kind: an organisation
-- without one costs a look at an index and no statement. They hold ids, numbers and codes, never a person's data or words.
-- @param about rows of (partner_id, kind, data)
CREATE FUNCTION "webhook_tell"(about JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, kind, data)
    SELECT e.id, a.kind, jsonb_strip_nulls(a.data)
    FROM jsonb_to_recordset(about) AS a(partner_id int, kind text, data jsonb)
      JOIN webhook_endpoints e ON e.partner_id = a.partner_id AND e.off_at IS NULL AND a.kind = ANY(e.kinds)
      -- As with its keys: an organisation whose approval has ended is told nothing.
      JOIN partners p ON p.id = e.partner_id AND p.approved_at IS NOT NULL AND p.refused_at IS NULL
    -- One that is being deleted would fail what the person does.
    FOR KEY SHARE OF e SKIP LOCKED;
  IF FOUND THEN PERFORM pg_notify('wasl', 'webhook'); END IF;
END $$;

-- Whether organisations may know of a request (openToPartnersSql of the API).
CREATE FUNCTION "webhook_shows"(status "RequestStatus", agreement "Agreement") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status NOT IN ('SUPPRIME', 'EN_COURS_DE_CREATION') AND agreement IN ('NOT_NEEDED', 'GIVEN')
$$;

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
CREATE TRIGGER "processing_steps_webhooks_new" AFTER INSERT ON "processing_steps" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "webhook_new_steps"();

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
CREATE TRIGGER "processing_steps_webhooks_changed" AFTER UPDATE OF "status", "percent", "partner_id" ON "processing_steps"
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.percent IS DISTINCT FROM NEW.percent
    OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION "webhook_changed_step"();

-- A request that organisations are shown from now on is new to them, one that they are not shown any more has gone.
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
CREATE TRIGGER "requests_webhooks" AFTER UPDATE OF "status", "agreement" ON "requests"
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.agreement IS DISTINCT FROM NEW.agreement)
  EXECUTE FUNCTION "webhook_changed_request"();

-- Of a step, by the person: a document or a message. What the arguments name: the kind, and under which name the row's id goes.
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
CREATE TRIGGER "step_documents_webhooks" AFTER UPDATE OF "file_id" ON "step_documents"
  FOR EACH ROW WHEN (NEW.file_id IS NOT NULL AND OLD.file_id IS DISTINCT FROM NEW.file_id)
  EXECUTE FUNCTION "webhook_on_step"('step.document_received', 'documentId');
CREATE TRIGGER "step_messages_webhooks" AFTER INSERT ON "step_messages"
  FOR EACH ROW WHEN (NEW.author_role = 'BENEFICIAIRE')
  EXECUTE FUNCTION "webhook_on_step"('step.message_received', 'messageId');
