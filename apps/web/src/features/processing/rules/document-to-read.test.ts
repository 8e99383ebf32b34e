import { expect, it } from 'vitest';

import { documentToRead } from './document-to-read.ts';

type File = Parameters<typeof documentToRead>[0];

const document = (libelle: string, uploadedOn: string | null): File['stepDocuments'][number] => ({
  document: { code: libelle, libelle },
  filename: null,
  originalName: null,
  size: null,
  state: null,
  requestedOn: '2026-11-01',
  uploadedOn,
});

it('returns the newest document until the organisation updates the step', () => {
  const stepDocuments = [
    document('Devis', '2026-11-12'),
    document('Plan', '2026-11-14'),
    document('Bilan', null),
  ];
  expect(documentToRead({ row: { hasNewDocuments: true }, stepDocuments })).toBe('Plan');
  expect(documentToRead({ row: { hasNewDocuments: false }, stepDocuments })).toBeUndefined();
});
