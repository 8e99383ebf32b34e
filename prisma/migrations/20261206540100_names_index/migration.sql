-- The only statement of its migration: an index that is built concurrently blocks no writer.
CREATE INDEX CONCURRENTLY "users_name_idx" ON "users" ((coalesce("company_name", btrim("prenom" || ' ' || "nom"), '') COLLATE "und-x-icu"), "id");
