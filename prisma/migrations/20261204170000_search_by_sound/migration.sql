-- A key of consonants by which Latin and Arabic spellings of a name find each other: Temsamani, Tamsamani and تمسماني
-- all have the key TMSMNI. One key for each reading of each word, with a space before and after it.
--
-- Letters. They follow the ALA-LC romanization and the French spelling of Moroccan civil registers.
--   B ب b p        T ت ط ث t th     J ج j dj       X ش ch sh x    H ح ه h        5 خ kh         D د ض d dh
--   R ر r          Z ز z            S س ص s ss ç   G غ gh, rh at the beginning   F ف f ph v     K ق ك ڭ g k q qu c
--   L ل l          M م m            N ن n          S also c before e, i, y       D and Z both for ذ ظ (Hafid, Hafiz)
-- Vowels. Arabic writes long ones only, so that a key has few of them.
--   A at the beginning: any vowel, ا, ع; 3: y, ي; 4: w, ou before a vowel, و. They separate Ahmed and Hamid.
--   A, I, U at the end: always written in Arabic (ا ة ى, ي, و). They separate Samir and Samira. A mute e has none.
--   i, u inside, in words of at most four consonants: they separate Hassan and Houcine, Mohamed and Mahmoud.
-- Readings. Arabic may lack an inner vowel of the Latin word, which must not loosen the comparison of two Latin words:
--   1 before a key: the Latin word without its short vowels, for a search in Arabic; 2: the Arabic word as it is, for a
--   search in Latin. A search exchanges 1 and 2 in its own keys (worklist-criteria.repository.ts).
--   The article (el, al, ال, l before a consonant, Err, Enn, Ess …) with and without; e as no vowel and as i.
--   Ben Ali and Abd El Krim also as one word, as بنعلي and Abdelkrim are written.
CREATE FUNCTION search_sound(name text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  t text := normalize(translate(name, 'çÇ', 'ss'), NFKD);
  has_arabic boolean;
BEGIN
  t := lower(regexp_replace(t, E'[\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670]', '', 'g'));
  t := translate(replace(replace(' ' || t, '’', ''''), ' l''', ' '), '''`ʿʾء', '');
  has_arabic := octet_length(t) > length(t);
  IF has_arabic THEN
    t := replace(translate(t, 'ٱیکگڭڨڤپø', 'ايكككقفبo'), 'اة', 'ات');
  END IF;
  t := '  ' || regexp_replace(t, E'[^a-z\\u0621-\\u064a]+', '  ', 'g') || '  ';
  IF t ~ ' (abd|abou|bou|ben|bin|ibn|ould|ait|el|al|عبد|ابو|بو|بن|ابن|ايت|ال) ' THEN
    t := regexp_replace(t, ' (abd|abou|bou|ben|bin|ibn|ould|ait|el|al|عبد|ابو|بو|بن|ابن|ايت|ال) ', '', 'g')
      || regexp_replace(
        regexp_replace(t, ' (el|al|ال) +', ' \1', 'g'),
        ' (abd|abou|bou|ben|bin|ibn|ould|ait|عبد|ابو|بو|بن|ابن|ايت) +', ' \1', 'g');
  END IF;
  t := regexp_replace(t, ' (abd[aeou]?)l([rnszdt])', ' \1\2', 'g');
  IF has_arabic THEN
    t := regexp_replace(t, ' عبدال([تثدذرزسشصضطظن])', ' عبد\1', 'g');
  END IF;
  t := t || regexp_replace(t,
    ' (el|al|l(?=[bcdfghjkmpqrstz]|a[bcdfghjkmnpqrstz]{2}|ou)|[ae](?=rr|nn|ss|zz|dd|tt|ch)|ال(?=..))', ' ', 'g');
  IF has_arabic THEN
    t := regexp_replace(t, E' ([\\u0621-\\u064a])', ' 2\1', 'g');
    t := replace(replace(t, ' 2ي', ' 23'), ' 2و', ' 24');
  END IF;
  IF t ~ '[ذظىe]|ه |h | ou' THEN
    t := replace(replace(translate(t, 'ذظى', 'ددا'), 'ه ', 'a '), 'h ', 'a ')
      || regexp_replace(translate(t, 'ذظىe', 'ززيi'), ' ou(?=[^aeiouy ])', ' 4', 'g');
  END IF;
  t := '  ' || (SELECT string_agg(DISTINCT word, '  ') FROM string_to_table(t, ' ') AS word WHERE word <> '') || '  ';
  t := replace(replace(replace(replace(replace(t, 'ch', 'X'), 'sh', 'X'), 'kh', '5'), 'gh', 'G'), ' rh', ' G');
  t := replace(replace(replace(replace(replace(t, 'ph', 'F'), 'dj', 'J'), 'qu', 'K'), 'ee', 'i'), 'ou', 'u');
  t := replace(replace(replace(replace(replace(t, 'ce', 'Se'), 'ci', 'Si'), 'cy', 'Si'), 'gue', 'Ke'), 'gui', 'Ki');
  t := replace(replace(t, 'th', 'T'), 'dh', 'D');
  IF has_arabic THEN
    t := translate(t, 'بتثجحخدرزسشصضطغفقكلمنهةيواع', 'BTTJH5DRZSXSDTGFKKLMNHaiuaa');
  END IF;
  t := translate(upper(t), 'AEIOUYWCPQV', 'aeiouiuKBKF');
  t := translate(regexp_replace(t, '(?<=[A-Z5])e ', ' ', 'g'), 'eo', 'au');
  t := regexp_replace(regexp_replace(t, ' (2?)i(?=[aiu])', ' \13', 'g'), ' (2?)u(?=[aiu])', ' \14', 'g');
  t := regexp_replace(regexp_replace(t, '([34])[aiu]+', '\1', 'g'), ' (2?)[aiu]+', ' \1A', 'g');
  t := regexp_replace(regexp_replace(t, '[aiu]*u[aiu]* ', 'U ', 'g'), '[ai]*i[ai]* ', 'I ', 'g');
  t := regexp_replace(regexp_replace(t, 'a+ ', 'A ', 'g'), '[au]+i[aiu]*|i[aiu]+', 'y', 'g');
  t := regexp_replace(translate(regexp_replace(t, '[au]*u[au]*', 'u', 'g'), 'a', ''), '([A-Z5])\1+', '\1', 'g');
  RETURN coalesce((
    SELECT ' ' || string_agg(DISTINCT translate(sound, 'y', 'i'), ' ') || ' '
    FROM (SELECT DISTINCT word, ltrim(word, '2') AS body FROM string_to_table(t, ' ') AS word WHERE word <> '') AS words,
      LATERAL (SELECT regexp_replace(body, '^([A34]?[A-Z5])u', '\1') AS first) AS short,
      LATERAL unnest(CASE
        WHEN length(translate(body, 'iuyAIU34', '')) > 4
          THEN ARRAY[regexp_replace(translate(body, 'iuy', ''), '([A-Z5])\1+', '\1', 'g')]
        WHEN body <> word THEN ARRAY[body, word]
        ELSE ARRAY[body, '1' || first, '1' || translate(first, 'i', ''), '1' || translate(body, 'i', '')]
        END) AS sound
    WHERE length(translate(sound, 'iuy12', '')) >= 2), '');
END $$;

-- The longest key of a word without its mark.
CREATE FUNCTION search_sound_key(word text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (
    SELECT key FROM string_to_table(search_sound(word), ' ') AS key
    WHERE key !~ '^[12]' ORDER BY length(key) DESC, key LIMIT 1);

ALTER TABLE "users" ADD COLUMN "search_sound" TEXT NOT NULL GENERATED ALWAYS AS (
  search_sound(nom || ' ' || prenom || ' ' || coalesce(company_name, ''))) STORED;
CREATE INDEX "users_sound_idx" ON "users" USING GIN ("search_sound" gin_trgm_ops);

-- People with a name like a word. The caller restricts them to those whose steps it may read.
CREATE FUNCTION search_near(word text) RETURNS SETOF uuid
  LANGUAGE sql STABLE PARALLEL SAFE STRICT ROWS 500 SET pg_trgm.word_similarity_threshold = 0.5 AS $$
    SELECT id FROM users WHERE search_fold(word) <% search_text
    UNION
    SELECT id FROM users WHERE search_sound_key(word) <% search_sound
$$;

-- The words of a need by their stem, for a text search. Its cost lets PostgreSQL prefer the index to the words of every
-- request of a list. It is not PARALLEL SAFE: a search is over before workers have started.
CREATE FUNCTION search_need(need text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT COST 500 AS $$
BEGIN
  RETURN to_tsvector('french', search_fold(need));
END $$;
