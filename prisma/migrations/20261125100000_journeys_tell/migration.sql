-- Journeys are kept by the processes that read them, as the reference lists are: they are told when one changes.
CREATE TRIGGER "journey_defs_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "journey_defs"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');
CREATE TRIGGER "eligibility_conditions_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "eligibility_conditions"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');
CREATE TRIGGER "journey_def_settings_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "journey_def_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');
