import { expect, it } from 'vitest';

import { faultsOf } from '../../../testing/faults.ts';
import { identityOf, identityResolver, identityUpload, noIdentity } from './identity-rules.ts';

const file = new File(['recto'], 'recto.png');
const paper = { kind: 'cin', idExpirationDate: '2199-01-01', file } as const;

it('the document is sent with its kind, its date and its picture', () => {
  const info = { userId: 'u', typeIdentity: 'cin', idExpirationDate: '2199-01-01' };
  expect(identityUpload('u', paper)).toEqual({ body: { info }, files: { file } });
});

it('a skipped document is not sent', () => {
  expect(identityUpload('u', { ...paper, kind: null })).toBeNull();
  expect(identityUpload('u', { ...paper, file: null })).toBeNull();
  expect(identityUpload('u', { ...paper, idExpirationDate: null })).toBeNull();
});

it('the form of a known document starts with its kind and date, but without a picture', () => {
  const known = { typeIdentity: 'passport', idExpirationDate: '2030-05-01' } as const;
  expect(identityOf({ ...known, hasFile: true, hasBack: false })).toEqual({
    kind: 'passport',
    idExpirationDate: '2030-05-01',
    file: null,
  });
});

it('the kind, the date and the picture of a document are required', async () => {
  expect(identityOf(null)).toEqual(noIdentity);
  expect(await faultsOf(identityResolver, { identity: noIdentity })).toEqual({
    'identity.kind': 'validation.required',
    'identity.idExpirationDate': 'validation.required',
    'identity.file': 'validation.fileRequired',
  });
  expect(await faultsOf(identityResolver, { identity: paper })).toEqual({});
});
