/** Error codes of Prisma for errors of PostgreSQL and of the network. */
const PRISMA_CODES = {
  '3D000': 'P1003',
  '28P01': 'P1000',
  28000: 'P1000',
  ECONNREFUSED: 'P1001',
  ENOTFOUND: 'P1001',
  ETIMEDOUT: 'P1002',
};

/** Writes a log line in the format that the CLI reads from the engine's stderr. */
export function log(level, message, extra = {}) {
  const entry = {
    timestamp: new Date().toISOString(),
    level,
    fields: { message, ...extra },
    target: 'schema_engine::logger',
  };
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}

/** Logs an error in the form from which the CLI builds its own message (P1001 …). */
export function logFault(error) {
  log('ERROR', error.message || String(error.code), {
    is_panic: false,
    error_code: PRISMA_CODES[error.code] ?? 'P1010',
  });
}
