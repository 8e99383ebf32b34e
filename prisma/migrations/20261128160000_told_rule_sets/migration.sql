-- Processes keep which rules are in force from which day, and are told when a rule set is added.
CREATE TRIGGER "premium_rule_sets_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "premium_rule_sets"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_all"('reference');
