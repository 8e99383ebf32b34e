import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

import { redactText } from '../http/redact.ts';

/** The name of a log line, `area.event` in snake case. */
export type LogEvent = `${Lowercase<string>}.${Lowercase<string>}`;

type Write = (line: { readonly event: LogEvent; readonly [field: string]: unknown }) => void;

/** Pino, with lines that have the name of an event. */
export type Logger = Omit<PinoLogger, 'debug' | 'info' | 'warn' | 'error'> &
  Readonly<Record<'debug' | 'info' | 'warn' | 'error', Write>>;

const secretMembers = [
  'password',
  'confirmedPassword',
  'confirmPassword',
  'passwordHash',
  'token',
  'hash',
  'authorization',
  'cookie',
  'params',
];

const redacted = secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

interface LoggedError {
  type: string;
  code?: unknown;
  message: string;
  stack?: string;
  cause?: LoggedError;
}

/**
 * Error in the form of the log. Prisma's messages quote the call's arguments, which may be personal data, so only the
 * last line, the reason, is logged.
 */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)) };
  const isPrisma = error.name.startsWith('Prisma');
  const message = isPrisma ? (error.message.trim().split('\n').at(-1) ?? '') : error.message;
  const frames = (error.stack ?? '').split('\n').filter((frame) => /^\s+at /.test(frame));
  return {
    type: error.name,
    ...('code' in error ? { code: error.code } : {}),
    message: redactText(message).slice(0, 2000),
    stack: frames.slice(0, 12).join('\n'),
    ...(error.cause !== undefined && depth < 3
      ? { cause: errorForLog(error.cause, depth + 1) }
      : {}),
  };
}

/** Writes one JSON object a line to the destination (default: standard output), with secrets redacted. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: (error: unknown) => errorForLog(error) },
    // Pino copies an error's message into the line for its error key, which bypasses the serializer. The portal logs
    // errors as `err`, which is another key.
    errorKey: 'thrown',
  };
  return destination ? pino(options, destination) : pino(options);
}
