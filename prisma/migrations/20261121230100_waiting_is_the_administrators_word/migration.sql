-- EN_ATTENTE used to follow from a blocked step, and closed the follow-up to the very person of whom the step asked
-- something. From now on it is the administrator's word alone: every request that waits for a blocked step goes to what
-- its steps say (apps/api/src/modules/requests/rules/request-progress.ts). The history keeps that it changed, and the
-- owner finds a notice: what was asked of them can be handed in now.
WITH stepped AS (
  SELECT r."id",
    count(p."id") FILTER (WHERE p."status" <> 'REJECTED') AS live,
    count(p."id") FILTER (WHERE p."status" IN ('IN_PROGRESS', 'BLOCKED', 'PROCESSED')) AS begun,
    count(p."id") FILTER (WHERE p."status" = 'PROCESSED') AS done,
    EXISTS (
      SELECT 1 FROM "request_services" s WHERE s."request_id" = r."id" AND NOT EXISTS (
        SELECT 1 FROM "processing_steps" q
        WHERE q."request_id" = r."id" AND q."title_item_id" = s."item_id")
    ) AS has_unrouted
  FROM "requests" r LEFT JOIN "processing_steps" p ON p."request_id" = r."id"
  WHERE r."status" = 'EN_ATTENTE'
  GROUP BY r."id"
), settled AS (
  UPDATE "requests" r SET "updated_at" = now(), "status" = CASE
    WHEN s.live > 0 AND s.done = s.live AND NOT s.has_unrouted THEN 'DEMANDE_TRAITE'
    WHEN s.begun > 0 THEN 'ENTAME'
    WHEN s.live = 0 OR s.has_unrouted THEN 'EN COURS DE QUALIFICATION'
    ELSE 'NOUVEAU' END
  FROM stepped s WHERE r."id" = s."id"
  RETURNING r."id", r."status", r."percent", r."beneficiary_id"
), recorded AS (
  INSERT INTO "history_events" ("request_id", "kind", "from_status", "to_status", "percent")
  SELECT "id", 'STATUS', 'EN_ATTENTE', "status", "percent" FROM settled
)
INSERT INTO "notices" ("user_id", "kind", "request_id", "params")
SELECT "beneficiary_id", 'STATUS', "id", jsonb_build_object('status', "status") FROM settled;

-- Why a request is on hold is in the administrator's words: erasing the person takes them out of the history too.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.to_status IN ('A_REFOURMULER', 'EN_ATTENTE', 'REJECTED')
    AND NEW.detail IS NULL AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
