-- Asked for on many steps at once, and sent again because the answer was lost: the same key asks for nothing twice.
ALTER TABLE "step_documents" ADD COLUMN "client_key" UUID;
