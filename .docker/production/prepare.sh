#!/bin/sh
# Before a release is served: look at the settings, apply migrations as the tables' owner, give who serves their rights, bring the reference data to its files. Keep the client's files for pages that stay open. Once, then it ends.
set -eu
node apps/api/dist/server.mjs --check-settings
(cd prisma && DATABASE_URL="${DATABASE_OWNER_URL:-${DATABASE_DIRECT_URL:-$DATABASE_URL}}" node_modules/.bin/prisma migrate deploy)
node apps/api/dist/seed.mjs "$@"
# Servers of other releases find this one's assets here, for themselves and for pages that are open. Five earlier releases stay.
assets="${DATA_DIR:-.data}/assets"
release="$assets/$(node -p "require('./apps/web/dist/build.json').id")"
mkdir -p "$release"
cp -R apps/web/dist/assets/. "$release"
touch "$release"
ls -1t "$assets" | tail -n +7 | while read -r old; do rm -r "${assets:?}/$old"; done
