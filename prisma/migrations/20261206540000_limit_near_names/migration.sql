-- People with a name like a word, at most 300 by letters and 300 by sound: the cost of a frequent name does not grow
-- with the portal. The caller restricts them to those whose steps it may read.
CREATE OR REPLACE FUNCTION search_near(word text) RETURNS SETOF uuid
  LANGUAGE sql STABLE PARALLEL SAFE STRICT ROWS 500 SET pg_trgm.word_similarity_threshold = 0.5 AS $$
    (SELECT id FROM users WHERE search_fold(word) <% search_text LIMIT 300)
    UNION
    (SELECT id FROM users WHERE search_sound_key(word) <% search_sound LIMIT 300)
$$;
