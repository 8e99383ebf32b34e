-- Who at the terminal erased somebody is kept, as for every other act on an access.
ALTER TYPE "AdministratorActKind" ADD VALUE 'ERASED';
