import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { v } from '../wire/text.ts';
import { id } from '../wire/values.ts';

export const maxLogoBytes = 1024 * 1024;
/** Maximum pixels of a logo's side: a small file must not decode to a huge picture in every browser. */
export const maxLogoSide = 2000;

/** Address of the logo that the caller saw, empty for none. Another current logo is refused as PROFILE_CHANGED. */
const replaces = z
  .string()
  .regex(/^(?:\/api\/partners\/logo\/[\w-]{16,80})?$/, v('invalid'))
  .optional();

export const logoCalls = defineArea('partners', {
  uploadPartnerLogo: {
    route: 'POST /partners/:id/logo',
    permission: 'organisation:govern',
    summary:
      'Give one’s organisation a logo (PNG, JPEG, GIF or WebP, by content); replaces the earlier',
    params: z.object({ id }),
    body: z.object({ replaces }),
    multipart: { limit: 'upload', files: [{ name: 'file', kind: 'logo', required: true }] },
    response: { status: 201, body: z.object({ logo: z.string() }) },
    errors: [
      'PROFILE_CHANGED',
      'LOGO_NOT_IMAGE',
      'LOGO_TOO_LARGE',
      'LOGO_DIMENSIONS',
      'QUOTA_EXCEEDED',
    ],
  },
  removePartnerLogo: {
    route: 'DELETE /partners/:id/logo',
    permission: 'organisation:govern',
    summary: 'Remove the logo of one’s organisation; without one this does nothing',
    params: z.object({ id }),
    query: z.object({ replaces }),
    response: acknowledged,
    errors: ['PROFILE_CHANGED'],
  },
  getPartnerLogo: {
    route: 'GET /partners/logo/:name',
    permission: 'public',
    summary:
      'The logo of an approved organisation; `name` changes with the picture, which may be cached',
    params: z.object({ name: z.string().regex(/^[A-Za-z0-9_-]{16,80}$/, v('invalid')) }),
    response: {
      status: 200,
      contentTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
    },
  },
});
