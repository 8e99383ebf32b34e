import { z } from 'zod';

import { AddressFault, parseStorageAddress } from '../storage/address.ts';

/** Documentation of a setting: a row of docs/settings.md. */
interface SettingNote {
  readonly standard: string;
  readonly note: string;
}

const notes = z.registry<SettingNote>();

/** Default values, shared by docs/settings.md and the server. */
export const standards = {
  port: 3000,
  dataDir: '.data',
  mailFrom: 'Wasl <no-reply@wasl.localhost>',
  partnerApproval: 'required',
  agentsSecondFactor: 'optional',
  demo: 'off',
  logLevel: 'info',
  rateLimitFactor: 1,
  jobs: 'here',
  stopDelaySeconds: 0,
} as const;

const code = (value: string | number): string => `\`${String(value)}\``;

/** An optional setting. An empty value counts as absent. */
export const setting = <T extends z.ZodType>(schema: T, standard: string, note: string) =>
  z
    .preprocess((value) => (value === '' ? undefined : value), schema.optional())
    .register(notes, { standard, note });

export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be an http(s) address such as https://portail.example.ma',
  })
  .transform((value) => value.replace(/\/+$/, ''));

export const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((value) => value === 'on' || value === 'true' || value === '1');

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(least, `must be ${String(least)} or more`)
    .max(most, `must be ${String(most)} or less`);

const trustProxy = z.string().transform((value): false | number | string => {
  if (/^(false|off|0)$/i.test(value)) return false;
  return /^\d{1,2}$/.test(value) ? Number(value) : value;
});

const storageAddress = z.string().superRefine((value, context) => {
  try {
    parseStorageAddress(value);
  } catch (error) {
    if (!(error instanceof AddressFault)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
});

const landingOf = (language: string) =>
  setting(
    z.union([httpUrl, z.string().startsWith('/', 'must be an address or a path')]),
    'the built-in landing page',
    `landing page in ${language}`,
  );

/** Every setting with the form of its value. Rules across settings are in env.ts. */
export const settingsSchema = z.object({
  NODE_ENV: setting(
    z.string(),
    'production',
    '`development` on a developer’s machine; any other value except `test` means production',
  ),
  HOST: setting(z.string().max(255), '127.0.0.1; in production all addresses', ''),
  PORT: setting(
    z.coerce
      .number({ error: 'must be a port number' })
      .int('must be a port number')
      .min(0, 'must be a port number')
      .max(65_535, 'must be a port number'),
    code(standards.port),
    '',
  ),
  PUBLIC_URL: setting(
    httpUrl,
    '`http://localhost:PORT`',
    'base of the links in mails; required in production, with https',
  ),
  DATA_DIR: setting(
    z.string(),
    code(standards.dataDir),
    'folder for the embedded database, files, mails and secret',
  ),
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'the embedded PostgreSQL of `npm start`',
    'a PostgreSQL server; on another machine, production requires `sslmode=verify-full`, or `sslmode=disable` for a private network',
  ),
  DATABASE_DIRECT_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'as `DATABASE_URL`',
    'PostgreSQL itself, when `DATABASE_URL` is a PgBouncer in transaction mode',
  ),
  DATABASE_OWNER_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'as `DATABASE_URL`',
    'the owner of the tables, for migrations and the seed only',
  ),
  DATABASE_READ_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'none',
    'a read replica for exports and statistics',
  ),
  JWT_SECRET: setting(
    z.string(),
    'generated in `DATA_DIR`',
    'required in production: at least 32 random bytes (`openssl rand -base64 48`)',
  ),
  JWT_SECRET_ALSO: setting(
    z.string(),
    'none',
    'a second accepted secret during a rotation (docs/operations/rotate-a-secret.md)',
  ),
  SMTP_URL: setting(
    z.string().regex(/^smtps?:\/\/\S+$/, 'must look like smtp://user:password@host:587'),
    'none',
    'mail server; without it mails are files in `DATA_DIR/mail`; TLS is required to another machine unless the address ends with `?requireTLS=false`',
  ),
  MAIL_FROM: setting(
    z
      .string()
      .max(300)
      .regex(
        /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
        'must look like Wasl <no-reply@example.ma>',
      ),
    code(standards.mailFrom),
    '',
  ),
  ADMIN_EMAIL: setting(
    z
      .string()
      .max(200)
      .regex(
        /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/,
        'must be one address such as administration@example.ma',
      )
      .toLowerCase(),
    'none',
    'address for mails about requests that no organisation takes',
  ),
  STORAGE_URL: setting(
    storageAddress,
    '`DATA_DIR/files`',
    'a folder or `s3://…` (docs/operations/files.md); production requires an `https:` endpoint, or `tls=off` for a private network',
  ),
  CORS_ORIGINS: setting(z.string(), 'none', 'allowed origins of other sites, separated by commas'),
  TRUST_PROXY: setting(
    trustProxy,
    'none',
    'number or addresses of the proxies whose `X-Forwarded-For` is trusted',
  ),
  PARTNER_APPROVAL: setting(
    z.enum(['required', 'auto'], { error: 'must be required or auto' }),
    code(standards.partnerApproval),
    '`auto` for demonstrations',
  ),
  AGENTS_SECOND_FACTOR: setting(
    z.enum(['required', 'optional'], { error: 'must be required or optional' }),
    code(standards.agentsSecondFactor),
    '`required`: agents need a second factor before they can work',
  ),
  DEFAULT_PARTNER_ID: setting(
    z.coerce
      .number({ error: 'must be a whole number' })
      .int('must be a whole number')
      .positive('must be positive'),
    'from the seed',
    'organisation of the sign-up link `?pAuth=men`',
  ),
  LANDING_URL_FR: landingOf('French'),
  LANDING_URL_EN: landingOf('English'),
  LANDING_URL_AR: landingOf('Arabic'),
  LANDING_URL_ES: landingOf('Spanish'),
  DEMO: setting(
    onOff,
    `${code(standards.demo)}; \`on\` with the embedded database`,
    'demonstration data; refused in production',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    }),
    code(standards.logLevel),
    '',
  ),
  JOBS: setting(
    z.enum(['here', 'elsewhere'], { error: 'must be here or elsewhere' }),
    code(standards.jobs),
    '`elsewhere`: a worker (`npm run worker`) sends mails, scans files and runs scheduled jobs',
  ),
  STOP_DELAY: setting(
    wholeNumber(0, 60),
    code(standards.stopDelaySeconds),
    'seconds between “not ready” and the end of a stopping server, for proxies that poll readiness (docs/operations/upgrade.md)',
  ),
  RATE_LIMIT_FACTOR: setting(
    z.coerce
      .number({ error: 'must be a number' })
      .min(1, 'must be 1 or more')
      .max(10_000, 'must be 10000 or less'),
    code(standards.rateLimitFactor),
    'multiplies every rate limit, for measurements',
  ),
});

/** Parsed values of all settings, each undefined where not set. */
export type SettingValues = z.infer<typeof settingsSchema>;

/**
 * Rows of docs/settings.md: name, default, meaning.
 * @param ofPlugins settings of the plugins, listed last
 */
export function settingRows(ofPlugins: z.ZodRawShape): string[][] {
  return Object.entries({ ...settingsSchema.shape, ...ofPlugins }).map(([name, schema]) => {
    const note = notes.get(schema as z.ZodType);
    if (note === undefined) throw new Error(`${name} has no note`);
    return [code(name), note.standard, note.note];
  });
}

/** Contents of `.env.example`: every setting with its meaning and default, all commented out. */
export function envExample(ofPlugins: z.ZodRawShape): string {
  const plain = (text: string): string => text.replaceAll('`', '');
  const settings = settingRows(ofPlugins).map(([name = '', standard = '', note = '']) => {
    const about = note === '' ? [] : [`# ${plain(note)}`];
    return [...about, `# Without it: ${plain(standard)}`, `#${plain(name)}=`, ''].join('\n');
  });
  return [
    '# Settings of servers, workers and administrator commands. Remove the # to set one. An empty value counts as absent.',
    '# Generated from apps/api/src/platform/settings/env-schema.ts and apps/api/src/plugins (settings-table.test.ts -u).',
    '',
    ...settings,
  ].join('\n');
}
