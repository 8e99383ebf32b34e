import ipaddr from 'ipaddr.js';
import { z } from 'zod';

import { AddressFault, parseStorageAddress } from '../storage/address.ts';

/** What people are told of a setting: a row of the README's table. */
interface SettingNote {
  /** What holds without it, in Markdown. */
  readonly standard: string;
  readonly note: string;
}

const notes = z.registry<SettingNote>();

/** What holds where nothing is set. The table of the README and the server read it here. */
export const standards = {
  port: 3000,
  dataDir: '.data',
  mailFrom: 'Wasl <no-reply@wasl.localhost>',
  mailMergeMinutes: 10,
  phoneMessagesPerDay: 5,
  phoneNight: '21-8',
  partnerApproval: 'required',
  agentsSecondFactor: 'optional',
  demo: 'off',
  logLevel: 'info',
  smtpTls: 'required',
  databaseTls: 'required',
  databasePooler: 'none',
  storageTls: 'required',
  rateLimitFactor: 1,
  callsPerMinute: 600,
  sessionIdleMinutes: 60,
  importStrangersPerDay: 5000,
  importMailsPerDay: 2000,
  filesPerPerson: 500,
  megabytesPerPerson: 1024,
  filesPerDay: 200,
  megabytesPerDay: 500,
  filesPerRequest: 200,
  megabytesPerRequest: 500,
  jobs: 'here',
  metricsHost: '127.0.0.1',
  stopDelaySeconds: 0,
  webhooks: 'on',
} as const;

const code = (value: string | number): string => `\`${String(value)}\``;

/** A setting that may be left out; an empty value is an absent one. */
const setting = <T extends z.ZodType>(schema: T, standard: string, note: string) =>
  z
    .preprocess((value) => (value === '' ? undefined : value), schema.optional())
    .register(notes, { standard, note });

const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be an http(s) address such as https://portail.example.ma',
  })
  .transform((value) => value.replace(/\/+$/, ''));

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((value) => value === 'on' || value === 'true' || value === '1');

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(least, `must be ${String(least)} or more`)
    .max(most, `must be ${String(most)} or less`);

/** A limit, as a whole number. */
const most = (standard: number, note: string) =>
  setting(wholeNumber(1, 1_000_000), code(standard), note);

const requiredOrOff = z.enum(['required', 'off'], { error: 'must be required or off' });

const trustProxy = z.string().transform((value): false | number | string => {
  if (/^(false|off|0)$/i.test(value)) return false;
  return /^\d{1,2}$/.test(value) ? Number(value) : value;
});

const networks = z.string().transform((value, context) => {
  const list = value.split(',').map((item) => item.trim());
  const wrong = list.find((item) => !ipaddr.isValidCIDR(item));
  if (wrong === undefined) return list;
  context.addIssue({ code: 'custom', message: `"${wrong}" is not a network such as 10.20.0.0/16` });
  return z.NEVER;
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
    'our own landing page',
    `landing page in ${language}`,
  );

/** Every setting, with what its value must look like. Rules that need several of them stand in env.ts. */
export const settingsSchema = z.object({
  NODE_ENV: setting(
    z.string(),
    'production',
    '`development` on one’s own machine; anything else (but `test`) is production, and stricter',
  ),
  HOST: setting(z.string().max(255), '127.0.0.1; in production every address', ''),
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
    'base of the links in mails; required in production, and https there',
  ),
  DATA_DIR: setting(
    z.string(),
    code(standards.dataDir),
    'database, files, mails and secret of the embedded default',
  ),
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'the embedded PostgreSQL of `npm start`',
    'another PostgreSQL; in production with `sslmode=verify-full` when it is on another machine',
  ),
  DATABASE_POOLER: setting(
    z.enum(['none', 'transaction'], { error: 'must be none or transaction' }),
    code(standards.databasePooler),
    '`transaction`: `DATABASE_URL` is a PgBouncer in transaction mode',
  ),
  DATABASE_DIRECT_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'as `DATABASE_URL`',
    'PostgreSQL itself where a pool stands before it: for migrations, and to hear what changes',
  ),
  DATABASE_OWNER_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'as `DATABASE_URL`',
    'the owner of the tables: for migrations and the seed, not for servers',
  ),
  DATABASE_READ_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
    'none',
    'a replica of the database, for exports and statistics; they may lag behind it',
  ),
  DATABASE_TLS: setting(
    requiredOrOff,
    code(standards.databaseTls),
    '`off`: in production too, a database on another machine may be reached without TLS, for a private network',
  ),
  JWT_SECRET: setting(
    z.string(),
    'kept in `DATA_DIR`',
    'required in production: 32 bytes or more that nobody can guess (`openssl rand -base64 48`)',
  ),
  JWT_SECRET_ALSO: setting(
    z.string(),
    'none',
    'another secret that is accepted and not signed with: while `JWT_SECRET` is changed (docs/operations.md)',
  ),
  SMTP_URL: setting(
    z.string().regex(/^smtps?:\/\/\S+$/, 'must look like smtp://user:password@host:587'),
    'none',
    'without it mails are written to `DATA_DIR/mail` and reach nobody',
  ),
  SMTP_TLS: setting(
    requiredOrOff,
    code(standards.smtpTls),
    '`off`: in production too, mails may leave for another machine without TLS (`smtps:` or STARTTLS)',
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
  MAIL_MERGE_MINUTES: setting(
    z.coerce
      .number({ error: 'must be a number of minutes' })
      .int('must be a whole number of minutes')
      .min(0, 'must be 0 or more')
      .max(60, 'must be 60 or less'),
    code(standards.mailMergeMinutes),
    'how long a mail to an agent about a request waits for what else happens on it, and one about imported requests for those of the next file, to be one mail; 0: each leaves at once',
  ),
  MAIL_UNSUBSCRIBE: setting(
    z
      .string()
      .max(200)
      .regex(/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/, 'must be one address such as stop@example.ma'),
    'none',
    'an address that somebody reads: mails that can be refused name it beside their link',
  ),
  MESSAGES_URL: setting(
    httpUrl,
    'none; in development messages are written beside the mails',
    'a gateway that sends SMS and WhatsApp (docs/operations.md); without one, in production, nobody is offered any',
  ),
  MESSAGES_SECRET: setting(
    z
      .string()
      .regex(
        /^(whsec_)?[A-Za-z0-9+/]{32,100}={0,2}$/,
        'must be 24 bytes or more in base64; make one with: openssl rand -base64 32',
      ),
    'none',
    'signs what is sent to `MESSAGES_URL`, which needs it',
  ),
  MESSAGES_PER_DAY: setting(
    wholeNumber(1, 100),
    code(standards.phoneMessagesPerDay),
    'messages to the telephone of one person on one day; what is more is told by mail',
  ),
  MESSAGES_NIGHT: setting(
    z.string().regex(/^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/, 'must be two hours such as 21-8'),
    code(standards.phoneNight),
    'hours of Morocco between which no message but a code leaves; the same twice (`0-0`): none',
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
    'told of requests that no organisation takes; without it they are only logged',
  ),
  STORAGE_URL: setting(
    storageAddress,
    '`DATA_DIR/files`',
    'a folder, or `s3://…` (docs/operations.md)',
  ),
  STORAGE_TLS: setting(
    requiredOrOff,
    code(standards.storageTls),
    '`off`: in production too, files may travel to another machine without TLS (`endpoint=http://…`), for a private network',
  ),
  SCANNER_URL: setting(
    z
      .url({
        protocol: /^clamd$/,
        error: 'must be the address of ClamAV such as clamd://clamav:3310',
      })
      .transform((value) => new URL(value)),
    'none',
    'ClamAV, `clamd://host:3310`; uploads then wait for it',
  ),
  CORS_ORIGINS: setting(z.string(), 'none', 'origins of other sites that may call, by commas'),
  TRUST_PROXY: setting(
    trustProxy,
    'none',
    'how many proxies stand in front, or their addresses: whose `X-Forwarded-For` is believed',
  ),
  PARTNER_APPROVAL: setting(
    z.enum(['required', 'auto'], { error: 'must be required or auto' }),
    code(standards.partnerApproval),
    '`auto` for demonstrations',
  ),
  AGENTS_SECOND_FACTOR: setting(
    z.enum(['required', 'optional'], { error: 'must be required or optional' }),
    code(standards.agentsSecondFactor),
    '`required`: agents reach nothing but their account until they have turned on the second factor',
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
    'the demonstration set; impossible in production',
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
    '`elsewhere`: mails, scans and what is done by the clock are left to a worker (`npm run worker`)',
  ),
  METRICS_PORT: setting(
    z.coerce
      .number({ error: 'must be a port number' })
      .int('must be a port number')
      .min(0, 'must be a port number')
      .max(65_535, 'must be a port number'),
    'none',
    'Prometheus reads `/metrics` there (docs/operations.md)',
  ),
  METRICS_HOST: setting(
    z.string().max(255),
    code(standards.metricsHost),
    'address of the metrics; whoever reaches it reads them',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    httpUrl,
    'none',
    'a collector of traces that takes OTLP over HTTP, such as `http://127.0.0.1:4318` (docs/operations.md)',
  ),
  STOP_DELAY: setting(
    wholeNumber(0, 60),
    code(standards.stopDelaySeconds),
    'seconds in which a server that is asked to go still takes calls while it says that it is not ready: for proxies that ask (docs/operations.md)',
  ),
  WEBHOOKS: setting(
    onOff,
    code(standards.webhooks),
    '`off`: no message leaves for other systems of organisations, and none can be set up',
  ),
  WEBHOOKS_ALLOWED_PRIVATE: setting(
    networks,
    'none',
    'networks inside that such messages may reach, by commas (`10.20.0.0/16`)',
  ),
  WEB_DIST: setting(z.string(), '`apps/web/dist`', 'folder of the built client'),
  FILES_PER_PERSON: most(standards.filesPerPerson, 'files that a person may keep'),
  MEGABYTES_PER_PERSON: most(standards.megabytesPerPerson, 'and their size together, in MB'),
  FILES_PER_DAY: most(standards.filesPerDay, 'files that a person may hand in within 24 hours'),
  MEGABYTES_PER_DAY: most(standards.megabytesPerDay, 'and their size together, in MB'),
  FILES_PER_REQUEST: most(
    standards.filesPerRequest,
    'files on one request, with its steps and messages, whoever handed them in',
  ),
  MEGABYTES_PER_REQUEST: most(standards.megabytesPerRequest, 'and their size together, in MB'),
  CALLS_PER_MINUTE: setting(
    wholeNumber(60, 1_000_000),
    code(standards.callsPerMinute),
    'calls that a person may make in a minute, reads and exports among them, at each process',
  ),
  SESSION_IDLE_MINUTES: setting(
    wholeNumber(15, 720),
    code(standards.sessionIdleMinutes),
    'minutes after which a session ends in which the person did nothing; what a page asks by itself does not count',
  ),
  IMPORT_STRANGERS_PER_DAY: setting(
    wholeNumber(1, 1_000_000),
    code(standards.importStrangersPerDay),
    'addresses of people it does not know that an organisation may have looked up in files of requests, in 24 hours',
  ),
  IMPORT_MAILS_PER_DAY: setting(
    wholeNumber(1, 1_000_000),
    code(standards.importMailsPerDay),
    'mails that imports of an organisation send to people whom it does not know, in 24 hours; what is more leaves on the days after',
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

/** The values of all settings as they were read, each undefined where it is not set. */
export type SettingValues = z.infer<typeof settingsSchema>;

/** The rows of the README's table of settings: name, what holds without it, what it is. */
export function settingRows(): string[][] {
  return Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const told = notes.get(schema);
    if (told === undefined) throw new Error(`${name} has no note`);
    return [code(name), told.standard, told.note];
  });
}

/** The file `.env.example`: every setting with what it is and what holds without it, none of them set. */
export function envExample(): string {
  const plain = (text: string): string => text.replaceAll('`', '');
  const settings = settingRows().map(([name = '', standard = '', note = '']) => {
    const about = note === '' ? [] : [`# ${plain(note)}`];
    return [...about, `# Without it: ${plain(standard)}`, `#${plain(name)}=`, ''].join('\n');
  });
  return [
    '# The settings of a server, a worker and the administrator’s commands. Take the # away where one is to be set; an empty one is',
    '# an absent one. Made from apps/api/src/platform/settings/env-schema.ts (a test compares them).',
    '',
    ...settings,
  ].join('\n');
}
