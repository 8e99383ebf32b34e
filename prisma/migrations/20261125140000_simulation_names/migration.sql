-- What a person calls a simulation; until then it is called as its project.
ALTER TABLE "simulations" ADD COLUMN "name" TEXT;
