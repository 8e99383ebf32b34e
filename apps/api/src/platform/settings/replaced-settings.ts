/** Settings of earlier versions that an `.env` file may still have, with their replacements. */
export const replaced: Readonly<Record<string, string>> = {
  DATABASE_TLS: 'sslmode=disable in the address of the database',
  SMTP_TLS: 'requireTLS=false in SMTP_URL',
  STORAGE_TLS: 'tls=off in STORAGE_URL',
  DATABASE_POOLER:
    'DATABASE_DIRECT_URL, without which a pool by transaction is taken for the database itself',
  METRICS_HOST: 'METRICS_PORT with the address before it',
  WEBHOOKS_ALLOWED_PRIVATE: 'WEBHOOKS with those networks',
  SEED_DIR: '--dir of the seed, and --seed-dir of npm start',
};

/** Obsolete settings in the environment, for the startup log. */
export const replacedIn = (source: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(replaced).filter((name) => (source[name] ?? '') !== '');
