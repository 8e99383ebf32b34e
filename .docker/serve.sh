#!/bin/sh
# What the api image runs: look at the settings, migrate, fill, serve. `exec` so that the server itself gets SIGTERM.
# With the word `watch` it serves from the sources and starts again when one changes.
set -eu
export CHECKPOINT_DISABLE=1 PRISMA_HIDE_UPDATE_MESSAGE=1
node apps/api/dist/server.mjs --check-settings
(cd prisma && DATABASE_URL="${DATABASE_OWNER_URL:-$DATABASE_URL}" node_modules/.bin/prisma migrate deploy)
if [ "${DEMO:-off}" = on ]; then node apps/api/dist/seed.mjs --demo; else node apps/api/dist/seed.mjs; fi
# Who serves does not hold the owner's password.
unset DATABASE_OWNER_URL
if [ "${1:-}" = watch ]; then
  cd apps/api
  exec node_modules/.bin/tsx watch --clear-screen=false src/server.ts
fi
exec node apps/api/dist/server.mjs
