import { idExpirationDate, identityTypes, type UserView } from '@wasl/contracts';
import { z } from 'zod';

import { formResolver } from '../../../ui/form/rules.ts';
import type { CallInput } from '../../../lib/http/api-client.ts';

type IdentityType = (typeof identityTypes)[number];

/** An identity paper as a form holds it. `kind` is the wire's `type`: the form library takes a member of that name for a fault. */
export interface IdentityValues {
  kind: IdentityType | null;
  idExpirationDate: string | null;
  /** The picture; of a card its front. */
  file: File | null;
  /** The back of a card, where it is given. */
  back: File | null;
}
/** The part of a form in which the fields of a paper stand. */
export interface WithIdentity {
  identity: IdentityValues;
}

export const noIdentity: IdentityValues = {
  kind: null,
  idExpirationDate: null,
  file: null,
  back: null,
};

/** What a paper needs, once its kind is chosen. */
export const identityPaper = z.object({
  kind: z.enum(identityTypes, { error: 'validation.required' }),
  idExpirationDate,
  file: z.instanceof(File, { error: 'validation.fileRequired' }),
});

/** The judge of a form that hands a paper in. */
export const identityResolver = formResolver<WithIdentity>(z.object({ identity: identityPaper }));

/** What is known of a paper, to begin its form with: it is handed in anew with its pictures. */
export function identityOf(paper: UserView['identity']): IdentityValues {
  if (paper === null) return noIdentity;
  return {
    ...noIdentity,
    kind: paper.typeIdentity,
    idExpirationDate: paper.idExpirationDate,
  };
}

/** The call that hands the paper in, or null where there is none. */
export function identityUpload(
  userId: string,
  { kind, idExpirationDate: expiry, file, back }: IdentityValues,
): CallInput<'uploadIdentity'> | null {
  if (kind === null || expiry === null || file === null) return null;
  return {
    body: { info: { userId, typeIdentity: kind, idExpirationDate: expiry } },
    files: kind === 'cin' && back !== null ? { file, back } : { file },
  };
}
