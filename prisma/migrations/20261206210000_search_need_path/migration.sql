-- PostgreSQL builds, restores and analyzes an index with an empty search path, so its function must name the schema.
-- Results do not change: the index stays valid.
CREATE OR REPLACE FUNCTION search_need(need text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT COST 500 AS $$
BEGIN
  RETURN to_tsvector('french', public.search_fold(need));
END $$;
