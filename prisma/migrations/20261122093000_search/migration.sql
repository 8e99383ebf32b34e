-- Find a person by any part of a name, company, e-mail or phone: accents, case, Arabic vowel signs and letter forms aside.

-- NFKD parts a letter from its accent, hamza or vowel sign, which are then dropped, as is the stretching tatweel.
CREATE FUNCTION search_fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN translate(
    lower(regexp_replace(normalize($1, NFKD), E'[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670]', '', 'g')),
    'ٱىةی’', 'ايهي''');

-- What a search looks in; the phone as its digits alone.
CREATE FUNCTION search_person(nom text, prenom text, company text, email text, phone text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(
      coalesce(nom, '') || ' ' || coalesce(prenom, '') || ' ' || coalesce(company, '') || ' ' || coalesce(email, ''))
    || ' ' || coalesce(regexp_replace(phone, '[^0-9]', '', 'g'), '');

CREATE INDEX users_search_idx ON users USING gin (search_person(nom, prenom, company_name, email, phone) gin_trgm_ops);

CREATE INDEX "users_num_cin_idx" ON "users"("num_cin");
CREATE INDEX "users_ice_idx" ON "users"("ice");

-- The longest waiting first.
CREATE INDEX "processing_steps_partner_id_assigned_at_id_idx" ON "processing_steps"("partner_id", "assigned_at", "id");
