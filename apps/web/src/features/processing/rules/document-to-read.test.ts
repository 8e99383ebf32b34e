import { describe, expect, it } from 'vitest';

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
const feedback = (at: string): File['feedbacks'][number] => ({
  id: 1,
  at,
  kind: 'SAID',
  percent: 50,
  text: 'Merci.',
  by: null,
});
const file = (change: Partial<File>): File => ({
  row: { ageDays: 3 },
  stepDocuments: [],
  feedbacks: [],
  ...change,
});

describe('documentToRead', () => {
  it('is the newest document that arrived since the latest feedback', () => {
    const stepDocuments = [
      document('Devis', '2026-11-12'),
      document('Plan', '2026-11-14'),
      document('Bilan', null),
    ];
    expect(documentToRead(file({ stepDocuments }))).toBe('Plan');
    expect(documentToRead(file({ stepDocuments, feedbacks: [feedback('2026/11/14 09:00')] }))).toBe(
      'Plan',
    );
    expect(
      documentToRead(file({ stepDocuments, feedbacks: [feedback('2026/11/15 09:00')] })),
    ).toBeUndefined();
  });

  it('is none for a closed step', () => {
    expect(
      documentToRead(
        file({ row: { ageDays: null }, stepDocuments: [document('Devis', '2026-11-12')] }),
      ),
    ).toBeUndefined();
  });
});
