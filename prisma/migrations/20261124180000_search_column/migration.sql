-- What a search looks in is folded once, when the person changes: an index on the expression alone folds every name again that it
-- finds, and a name that nearly everybody bears took half a second.
ALTER TABLE users ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (search_person(nom, prenom, company_name, email, phone)) STORED;
DROP INDEX users_search_idx;
CREATE INDEX users_search_idx ON users USING gin (search_text gin_trgm_ops);

-- Which statuses an organisation has, and how many of each: without it the planner takes the shares of all organisations, and walks
-- through all the steps of one that has none of what is looked for. Enough room for each pair.
CREATE STATISTICS processing_steps_partner_status (mcv) ON partner_id, status FROM processing_steps;
ALTER STATISTICS processing_steps_partner_status SET STATISTICS 1000;
