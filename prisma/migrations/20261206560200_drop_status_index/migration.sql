-- "processing_steps_status_idx" replaces it. The only statement of its migration, so that it blocks no writer.
DROP INDEX CONCURRENTLY "processing_steps_partner_id_status_id_idx";
