#!/bin/sh
# Database first, then files (docs/operations/backup-and-restore.md): once, or with BACKUP_EVERY seconds again and again.
# Keeps the newest BACKUP_KEEP of each in /backups. Copy /backups to another machine.
set -eu
umask 077
while :; do
  at=$(date -u +%Y%m%dT%H%M%SZ)
  pg_dump --format=custom --file="/backups/$at.dump.part" "$DATABASE_URL"
  mv "/backups/$at.dump.part" "/backups/$at.dump"
  if [ -d /data/files ]; then
    tar -C /data -czf "/backups/$at.files.tar.gz.part" files
    mv "/backups/$at.files.tar.gz.part" "/backups/$at.files.tar.gz"
  fi
  for kind in dump files.tar.gz; do
    # shellcheck disable=SC2012 # Names of our own making.
    ls -1 /backups/*."$kind" 2>/dev/null | sort -r | tail -n +$((${BACKUP_KEEP:-14} + 1)) | xargs -r rm -f
  done
  echo "backed up $at"
  [ -n "${BACKUP_EVERY:-}" ] || exit 0
  sleep "$BACKUP_EVERY"
done
