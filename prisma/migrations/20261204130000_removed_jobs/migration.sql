-- The daily figures were removed; the row of their job would be reported as late for ever.
DELETE FROM "background_jobs" WHERE "name" = 'public-figures';
