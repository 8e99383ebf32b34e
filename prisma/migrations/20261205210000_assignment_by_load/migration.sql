ALTER TABLE "partners" ADD COLUMN "assigns_by_load" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "agent_services" (
    "user_id" UUID NOT NULL,
    "item_id" INTEGER NOT NULL,

    CONSTRAINT "agent_services_pkey" PRIMARY KEY ("user_id","item_id")
);
CREATE INDEX "agent_services_item_id_idx" ON "agent_services"("item_id");
ALTER TABLE "agent_services" ADD CONSTRAINT "agent_services_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "agent_services" ADD CONSTRAINT "agent_services_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "reference_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
