import { langs, type Lang } from '@wasl/contracts';
import type { Request } from 'express';

function known(value: unknown): Lang | undefined {
  return langs.find((lang) => lang === value);
}

/** The language of an answer: query `lang`, else the best of `Accept-Language`, else French. */
export function languageOf(req: Request): Lang {
  const asked = known(req.query.lang);
  if (asked) return asked;
  const accepted = req.acceptsLanguages(...langs);
  return known(accepted) ?? 'fr';
}
