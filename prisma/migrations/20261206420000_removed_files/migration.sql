ALTER TYPE "AdministratorActKind" ADD VALUE 'FILE_REMOVED';
ALTER TYPE "NoticeKind" ADD VALUE 'FILE_REMOVED' AFTER 'FILE_INFECTED';

-- An erasure may also clear the administrator's reason for a removed file.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (OLD.to_status IN ('A_REFOURMULER', 'EN_ATTENTE', 'REJECTED', 'RETIREE', 'DECLINED') OR OLD.kind = 'DOCUMENT_ERASED')
    AND NEW.detail IS NULL AND to_jsonb(NEW) - 'detail' - 'detail_salt' = to_jsonb(OLD) - 'detail' - 'detail_salt' THEN
    NEW.detail_salt := NULL;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
