import { describe, expect, it, vi } from 'vitest';

import type { Db } from '../../platform/database/db.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { requestMails, type MailedRequest } from './request-mails.ts';

const request: MailedRequest = {
  id: 7,
  numRequest: '2026-000007',
  beneficiary: {
    id: 'u-1',
    email: 'amina@example.org',
    lang: 'es',
    nom: 'El Amrani',
    prenom: 'Amina',
    companyName: null,
  },
};
const item = (code: string, libelleEs: string | null = null) => ({
  code,
  libelleFr: code.toLowerCase(),
  libelleEn: null,
  libelleAr: null,
  libelleEs,
});

describe('the mail of documents that are expected', () => {
  const written = async (...codes: ReturnType<typeof item>[]) => {
    const enqueue = vi.fn<Outbox['enqueue']>(() => Promise.resolve());
    const outbox: Outbox = {
      enqueue,
      enqueueMany: () => Promise.resolve(),
      tellAdministrator: () => Promise.resolve(),
      withdrawAssigned: () => Promise.resolve(),
    };
    // Nothing of the database is asked for.
    const tx = {} as Db;
    await requestMails(tx, outbox).documentsExpected(request, item('CONSEIL'), codes);
    return enqueue.mock.calls.map(([, mail]) => mail);
  };

  it('is not written where none is named', async () => {
    expect(await written()).toEqual([]);
  });

  it('names each of them in the reader’s language, French where there is no translation', async () => {
    expect(await written(item('RIB', 'Certificado bancario'), item('STATUTS'))).toMatchObject([
      {
        to: 'amina@example.org',
        lang: 'es',
        template: 'documentsExpected',
        params: { service: 'conseil', documents: ['Certificado bancario', 'statuts'] },
      },
    ]);
  });
});
