import path from 'node:path';

import { langs, type Lang } from '@wasl/contracts';
import { z } from 'zod';

import { AddressFault, parseStorageAddress } from './storage/address.ts';

/** Every setting of the server, read once at start. Durations and sizes say their unit in their name. */
export interface Settings {
  readonly production: boolean;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Base of every link in a mail, without a closing slash; never taken from a request's Host. */
  readonly publicUrl: string;
  /** Absolute folder of what the server keeps outside the database. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Null: generated and kept in the data folder (never in production). */
  readonly jwtSecret: string | null;
  /** Null: mails are written under the data folder. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** A folder, or `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…`. */
  readonly storageUrl: string;
  /** ClamAV's daemon, `clamd://host:3310`; null: files are not scanned. */
  readonly scannerUrl: URL | null;
  readonly corsOrigins: readonly string[];
  /** Express's `trust proxy`: false, a number of proxies, or a list of addresses. */
  readonly trustProxy: false | number | string;
  readonly partnerApproval: 'required' | 'auto';
  readonly defaultPartnerId: number | null;
  readonly landingUrls: Readonly<Record<Lang, string>>;
  readonly demo: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Folder of the built web client; null: beside the server's own build. */
  readonly webDist: string | null;
  /** Multiplies every rate limit; 1 but for measurements and browser tests. */
  readonly rateLimitFactor: number;
}

/** The settings cannot be used; `faults` are sentences for the person who starts the server. */
export class SettingsError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The settings have ${String(faults.length)} fault(s):\n- ${faults.join('\n- ')}`);
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be an http(s) address such as https://portail.example.ma',
  })
  .transform((value) => value.replace(/\/+$/, ''));

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((value) => value === 'on' || value === 'true' || value === '1');

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

const landing = z.union([httpUrl, z.string().startsWith('/', 'must be an address or a path')]);

const schema = z.object({
  NODE_ENV: optional(z.string()),
  HOST: optional(z.string().max(255)),
  PORT: optional(
    z.coerce
      .number({ error: 'must be a port number' })
      .int('must be a port number')
      .min(0, 'must be a port number')
      .max(65_535, 'must be a port number'),
  ),
  PUBLIC_URL: optional(httpUrl),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/name'),
  ),
  JWT_SECRET: optional(z.string()),
  SMTP_URL: optional(
    z.string().regex(/^smtps?:\/\/\S+$/, 'must look like smtp://user:password@host:587'),
  ),
  MAIL_FROM: optional(
    z
      .string()
      .max(300)
      .regex(
        /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
        'must look like Wasl <no-reply@example.ma>',
      ),
  ),
  STORAGE_URL: optional(storageAddress),
  SCANNER_URL: optional(
    z
      .url({
        protocol: /^clamd$/,
        error: 'must be the address of ClamAV such as clamd://clamav:3310',
      })
      .transform((value) => new URL(value)),
  ),
  CORS_ORIGINS: optional(z.string()),
  TRUST_PROXY: optional(trustProxy),
  PARTNER_APPROVAL: optional(z.enum(['required', 'auto'], { error: 'must be required or auto' })),
  DEFAULT_PARTNER_ID: optional(
    z.coerce
      .number({ error: 'must be a whole number' })
      .int('must be a whole number')
      .positive('must be positive'),
  ),
  LANDING_URL_FR: optional(landing),
  LANDING_URL_EN: optional(landing),
  LANDING_URL_AR: optional(landing),
  LANDING_URL_ES: optional(landing),
  DEMO: optional(onOff),
  LOG_LEVEL: optional(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    }),
  ),
  WEB_DIST: optional(z.string()),
  RATE_LIMIT_FACTOR: optional(
    z.coerce
      .number({ error: 'must be a number' })
      .min(1, 'must be 1 or more')
      .max(10_000, 'must be 10000 or less'),
  ),
});

// Published examples and the first things people type; a secret found here is no secret.
const knownSecrets =
  /^(secret|changeme|change-me|password|jwt[-_]?secret|default|test|dev|example)/i;

function origins(value: string | undefined, faults: string[]): string[] {
  const list = (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  for (const item of list) {
    const parsed = URL.canParse(item) ? new URL(item) : undefined;
    if (parsed?.origin !== item || !/^https?:$/.test(parsed.protocol)) {
      faults.push(`CORS_ORIGINS: "${item}" is not an origin such as https://portail.example.ma`);
    }
  }
  return list;
}

function productionFaults(values: z.infer<typeof schema>): string[] {
  const faults: string[] = [];
  if (values.JWT_SECRET === undefined) {
    faults.push('JWT_SECRET: is required in production; make one with: openssl rand -base64 48');
  }
  if (values.DEMO === true)
    faults.push('DEMO: the demonstration set is not possible in production');
  if (values.PUBLIC_URL === undefined) {
    faults.push('PUBLIC_URL: is required in production, the links in mails are built from it');
  }
  return faults;
}

/**
 * Reads and checks the settings.
 * @throws SettingsError with every fault at once, in plain sentences.
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const parsed = schema.safeParse(source);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const corsOrigins = origins(source.CORS_ORIGINS, faults);
  if (source.DATABASE_URL === undefined || source.DATABASE_URL === '') {
    faults.push('DATABASE_URL: is required (npm start sets it when it brings its own PostgreSQL)');
  }
  const secret = source.JWT_SECRET ?? '';
  if (secret !== '' && (secret.length < 32 || knownSecrets.test(secret))) {
    faults.push('JWT_SECRET: must be at least 32 characters that nobody could guess');
  }
  const production = source.NODE_ENV === 'production';
  if (parsed.success && production) faults.push(...productionFaults(parsed.data));
  if (!parsed.success || faults.length > 0) throw new SettingsError(faults);

  const values = parsed.data;
  const port = values.PORT ?? 3000;
  const dataDir = path.resolve(values.DATA_DIR ?? '.data');
  const configured = {
    fr: values.LANDING_URL_FR,
    en: values.LANDING_URL_EN,
    ar: values.LANDING_URL_AR,
    es: values.LANDING_URL_ES,
  };
  return {
    production,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${String(port)}`,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? '',
    jwtSecret: values.JWT_SECRET ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'Wasl <no-reply@wasl.localhost>',
    scannerUrl: values.SCANNER_URL ?? null,
    storageUrl: values.STORAGE_URL ?? path.join(dataDir, 'files'),
    corsOrigins,
    trustProxy: values.TRUST_PROXY ?? false,
    partnerApproval: values.PARTNER_APPROVAL ?? 'required',
    defaultPartnerId: values.DEFAULT_PARTNER_ID ?? null,
    landingUrls: Object.fromEntries(
      langs.map((lang) => [lang, configured[lang] ?? `/landing/${lang}`]),
    ) as Record<Lang, string>,
    demo: values.DEMO ?? false,
    logLevel: values.LOG_LEVEL ?? 'info',
    webDist: values.WEB_DIST === undefined ? null : path.resolve(values.WEB_DIST),
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? 1,
  };
}
