import { describe, expect, it } from 'vitest';

import type { Act } from '../../events/act.ts';
import type { Mail } from '../../platform/mail/templates.ts';
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
  const written = (...codes: ReturnType<typeof item>[]) => {
    const mails: Mail[] = [];
    // An act that only takes mails: this mail asks the database for nothing.
    const act = { mail: (...added: readonly Mail[]) => mails.push(...added) } as unknown as Act;
    requestMails(act).documentsExpected(request, item('CONSEIL'), codes);
    return mails;
  };

  it('is not written where none is named', () => {
    expect(written()).toEqual([]);
  });

  it('names each of them in the reader’s language, French where there is no translation', () => {
    expect(written(item('RIB', 'Certificado bancario'), item('STATUTS'))).toMatchObject([
      {
        to: 'amina@example.org',
        lang: 'es',
        template: 'documentsExpected',
        params: { service: 'conseil', documents: ['Certificado bancario', 'statuts'] },
      },
    ]);
  });
});
