-- Erasing a person takes out of the history what was written about them (why a request was sent back or a step
-- rejected): these words alone may go, and nothing may come in their place.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.to_status IN ('A_REFOURMULER', 'REJECTED')
    AND NEW.detail IS NULL AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
