import { langs, type Lang } from '@wasl/contracts';
import type { Request } from 'express';

function known(value: unknown): Lang | undefined {
  return langs.find((lang) => lang === value);
}

/**
 * Language of an answer: query `lang`, else the best of `Accept-Language`, else French. An unknown `lang` means French.
 */
export function languageOf(req: Request): Lang {
  if (req.query.lang !== undefined) return known(req.query.lang) ?? 'fr';
  const accepted = req.acceptsLanguages(...langs);
  return known(accepted) ?? 'fr';
}
