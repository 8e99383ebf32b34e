import { idExpirationDate, identityTypes, type UserView } from '@wasl/contracts';
import { z } from 'zod';

import { formResolver } from '../../../ui/form/rules.ts';
import type { CallInput } from '../../../lib/http/api-client.ts';

type IdentityType = (typeof identityTypes)[number];

/**
 * Form values of an identity paper. `kind` is the API's `type`: the form library treats a member of that name as an
 * error.
 */
export interface IdentityValues {
  kind: IdentityType | null;
  idExpirationDate: string | null;
  /** The picture; of a card both sides in one. */
  file: File | null;
}
export interface WithIdentity {
  identity: IdentityValues;
}

export const noIdentity: IdentityValues = {
  kind: null,
  idExpirationDate: null,
  file: null,
};

export const identityPaper = z.object({
  kind: z.enum(identityTypes, { error: 'validation.required' }),
  idExpirationDate,
  file: z.instanceof(File, { error: 'validation.fileRequired' }),
});

export const identityResolver = formResolver<WithIdentity>(z.object({ identity: identityPaper }));

/** Initial form values of an uploaded paper: an update uploads the pictures again. */
export function identityOf(paper: UserView['identity']): IdentityValues {
  if (paper === null) return noIdentity;
  return {
    ...noIdentity,
    kind: paper.typeIdentity,
    idExpirationDate: paper.idExpirationDate,
  };
}

/** Call that uploads the paper, or null without a paper. */
export function identityUpload(
  userId: string,
  { kind, idExpirationDate: expiry, file }: IdentityValues,
): CallInput<'uploadIdentity'> | null {
  if (kind === null || expiry === null || file === null) return null;
  return {
    body: { info: { userId, typeIdentity: kind, idExpirationDate: expiry } },
    files: { file },
  };
}
