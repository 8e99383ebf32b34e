ALTER TYPE "AdministratorActKind" ADD VALUE 'DEFAULT_ORGANISATION_SET';

ALTER TABLE "reference_items" ADD COLUMN "default_partner_id" INTEGER;
ALTER TABLE "reference_items" ADD CONSTRAINT "reference_items_default_partner_id_fkey"
  FOREIGN KEY ("default_partner_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "reference_items_default_partner_id_idx" ON "reference_items"("default_partner_id");
