-- A submitted request that its owner took back, and the notice that tells the organisations.
ALTER TYPE "RequestStatus" ADD VALUE 'RETIREE' BEFORE 'SUPPRIME';
ALTER TYPE "NoticeKind" ADD VALUE 'WITHDRAWN' BEFORE 'COLLEAGUE_AWAITING';

-- Why is in the person's words: erasing the person takes them out of the history too.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.to_status IN ('A_REFOURMULER', 'EN_ATTENTE', 'REJECTED', 'RETIREE')
    AND NEW.detail IS NULL AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
