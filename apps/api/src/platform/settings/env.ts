import path from 'node:path';

import { langs, type Lang } from '@wasl/contracts';
import { z } from 'zod';

import { settingsSchema, standards } from './env-schema.ts';
import { issueText } from './issue-text.ts';
import { type Limits, limits, limitsOfStories } from './limits.ts';
import { replacedIn } from './replaced-settings.ts';
import { isProduction, needsSmtpTls, productionFaults } from './production.ts';
import { isStrongSecret } from './secret-strength.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting of the server, read once at start. Names contain the unit of durations and sizes. */
export interface Settings extends Limits {
  /** Settings of earlier versions that the environment still has. */
  readonly replaced: readonly string[];
  readonly production: boolean;
  /** Whether the server preloads what the first report needs. The short-lived servers of the stories skip it. */
  readonly warmsUp: boolean;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Base of every link in a mail, without a trailing slash. It never comes from a request's Host. */
  readonly publicUrl: string;
  /** Absolute folder of the server's data outside the database. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Whether `databaseUrl` is a pool in transaction mode. */
  readonly isPooledByTransaction: boolean;
  /** PostgreSQL itself, for the connection that listens to changes. */
  readonly listenUrl: string;
  /** A replica for lists; null where none exists. */
  readonly databaseReadUrl: string | null;
  /** Null: generated into the data folder (never in production). */
  readonly jwtSecret: string | null;
  /** A second secret that is accepted but not used for signing, during a rotation; null: none. */
  readonly jwtSecretAlso: string | null;
  /** Null: mails go to the data folder. */
  readonly smtpUrl: string | null;
  /** Whether mails need a TLS connection with a verified certificate. */
  readonly smtpTls: boolean;
  readonly mailFrom: string;
  /** Where the administrator reads what only they can decide; null: it is only logged. */
  readonly adminEmail: string | null;
  /** A folder, or `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…`. */
  readonly storageUrl: string;
  readonly corsOrigins: readonly string[];
  /** Express's `trust proxy`: false, a number of proxies, or a list of addresses. */
  readonly trustProxy: false | number | string;
  readonly partnerApproval: 'required' | 'auto';
  readonly agentsSecondFactor: 'required' | 'optional';
  readonly defaultPartnerId: number | null;
  readonly landingUrls: Readonly<Record<Lang, string>>;
  readonly demo: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Whether this process also sends mails, scans files and runs jobs; otherwise a worker does. */
  readonly jobs: 'here' | 'elsewhere';
  /** Seconds of a shutdown in which the server still accepts calls but is not ready. */
  readonly stopDelaySeconds: number;
  /** Folder of the built web client; null: next to the server's own build. Only tests set it. */
  readonly webDist: string | null;
  /** Multiplies every rate limit; 1 except in measurements and browser tests. */
  readonly rateLimitFactor: number;
}

/** The settings are invalid; `faults` are sentences for the operator. */
export class SettingsError extends Error {
  readonly faults: readonly string[];
  /** @param hint further help, as a sentence */
  constructor(faults: readonly string[], hint = '') {
    super(
      `The settings have ${String(faults.length)} fault(s):\n- ${faults.join('\n- ')}${hint === '' ? '' : `\n${hint}`}`,
    );
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

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

/** Explains why production rules apply when NODE_ENV does not request them. */
function hintOf(nodeEnv: string): string {
  if (nodeEnv === 'production') return '';
  const why = nodeEnv === '' ? 'NODE_ENV is not set' : 'NODE_ENV is neither development nor test';
  return `${why}, so these are the rules of production; on your own machine set NODE_ENV=development.`;
}

/**
 * Reads and checks the settings.
 * @param ofPlugins the settings of the plugins, which are checked too
 * @param faultsOf what is wrong with them together
 * @throws SettingsError with every fault at once, in plain sentences.
 */
export function readSettings(
  source: Environment,
  ofPlugins: z.ZodRawShape = {},
  faultsOf: (source: Environment) => readonly string[] = () => [],
): Settings {
  const parsed = settingsSchema.safeParse(source);
  const faults = [parsed, z.object(ofPlugins).safeParse(source)].flatMap(({ error }) =>
    (error?.issues ?? []).map(issueText),
  );
  const corsOrigins = origins(source.CORS_ORIGINS, faults);
  if (source.DATABASE_URL === undefined || source.DATABASE_URL === '') {
    faults.push('DATABASE_URL: is required (npm start sets it when it brings its own PostgreSQL)');
  }
  for (const name of ['JWT_SECRET', 'JWT_SECRET_ALSO']) {
    const secret = source[name] ?? '';
    if (secret === '' || isStrongSecret(secret)) continue;
    faults.push(
      `${name}: must be 32 bytes or more that nobody can guess: no words, repeats or runs; make one with: openssl rand -base64 48`,
    );
  }
  faults.push(...faultsOf(source));
  const production = isProduction(source.NODE_ENV);
  if (parsed.success && production) faults.push(...productionFaults(parsed.data));
  if (!parsed.success || faults.length > 0) {
    throw new SettingsError(faults, production ? hintOf(source.NODE_ENV ?? '') : '');
  }

  const values = parsed.data;
  const port = values.PORT ?? standards.port;
  const dataDir = path.resolve(values.DATA_DIR ?? standards.dataDir);
  const configured = {
    fr: values.LANDING_URL_FR,
    en: values.LANDING_URL_EN,
    ar: values.LANDING_URL_AR,
    es: values.LANDING_URL_ES,
  };
  return {
    ...(source.NODE_ENV === 'test' ? limitsOfStories : limits),
    replaced: replacedIn(source),
    production,
    warmsUp: source.NODE_ENV !== 'test',
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${String(port)}`,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? '',
    isPooledByTransaction: values.DATABASE_DIRECT_URL !== undefined,
    listenUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL ?? '',
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    jwtSecret: values.JWT_SECRET ?? null,
    jwtSecretAlso: values.JWT_SECRET_ALSO ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    smtpTls: needsSmtpTls(values),
    mailFrom: values.MAIL_FROM ?? standards.mailFrom,
    adminEmail: values.ADMIN_EMAIL ?? null,
    storageUrl: values.STORAGE_URL ?? path.join(dataDir, 'files'),
    corsOrigins,
    trustProxy: values.TRUST_PROXY ?? false,
    partnerApproval: values.PARTNER_APPROVAL ?? standards.partnerApproval,
    agentsSecondFactor: values.AGENTS_SECOND_FACTOR ?? standards.agentsSecondFactor,
    defaultPartnerId: values.DEFAULT_PARTNER_ID ?? null,
    landingUrls: Object.fromEntries(
      langs.map((lang) => [lang, configured[lang] ?? `/landing/${lang}`]),
    ) as Record<Lang, string>,
    demo: values.DEMO ?? false,
    logLevel: values.LOG_LEVEL ?? standards.logLevel,
    jobs: values.JOBS ?? standards.jobs,
    stopDelaySeconds: values.STOP_DELAY ?? standards.stopDelaySeconds,
    webDist: null,
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? standards.rateLimitFactor,
  };
}
