-- A step that its organisation gave up as not for it, and the notice that tells the person.
ALTER TYPE "StepStatus" ADD VALUE 'DECLINED';
ALTER TYPE "NoticeKind" ADD VALUE 'PASSED_ON' AFTER 'ASSIGNED';

-- Why is in an agent's words about the person's request: erasing the person takes them out of the history too.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.to_status IN ('A_REFOURMULER', 'EN_ATTENTE', 'REJECTED', 'RETIREE', 'DECLINED')
    AND NEW.detail IS NULL AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
