#!/bin/sh
# Before a release is served: look at the settings, apply migrations as the tables' owner, give who serves their rights, bring the reference data to its files. Once, then it ends.
set -eu
node apps/api/dist/server.mjs --check-settings
(cd prisma && DATABASE_URL="${DATABASE_OWNER_URL:-${DATABASE_DIRECT_URL:-$DATABASE_URL}}" node_modules/.bin/prisma migrate deploy)
node apps/api/dist/seed.mjs
