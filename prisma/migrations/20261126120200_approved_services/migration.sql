-- A service that an agent proposes belongs to their organisation (reference_items.partner_id) until the administrator lists it for everybody.
ALTER TYPE "AdministratorActKind" ADD VALUE 'SERVICE_APPROVED';
