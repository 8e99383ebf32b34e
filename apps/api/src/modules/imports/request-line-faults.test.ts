import { beforeAll, describe, expect, it } from 'vitest';

import { loadWords } from '../../platform/i18n/words.ts';
import type { Question } from '../journeys/index.ts';
import { createFaultReport } from './fault-report.ts';
import { readHeader } from './header.ts';
import { importLine, type ImportWords } from './import-lines.ts';
import { requestChecker, requestColumns, type RequestColumn } from './request-lines.ts';
import type { BeneficiaryRow, JourneyRow, RequestLookups } from './request-lookups.repository.ts';
import { importCatalogue } from './words/index.ts';

const [importer, other] = [1, 2];
const [own, foreign, third] = [10, 20, 30];
const now = new Date('2026-03-10T09:00:00Z');

const service = (id: number, code: string, position: number) => ({
  id,
  position,
  code,
  libelleFr: code,
  libelleEn: null,
  libelleAr: null,
  libelleEs: null,
});
const journey = (id: number, change: Partial<JourneyRow> = {}): JourneyRow => ({
  id,
  active: true,
  startDate: null,
  endDate: null,
  titleFr: 'Créer',
  titleEn: null,
  titleAr: null,
  titleEs: null,
  settings: [],
  questions: [],
  taskDefs: [
    { id, position: 0, titleItemId: own, partnerId: importer, runsInParallel: false },
    { id: id + 1, position: 1, titleItemId: foreign, partnerId: other, runsInParallel: false },
  ],
  ...change,
});
const question = (required: boolean): Question => ({
  code: 'MEMBRES',
  kind: 'NUMBER',
  required,
  label: { fr: 'Membres', en: null, ar: null, es: null },
});
const byId = (...journeys: JourneyRow[]) => new Map(journeys.map((one) => [one.id, one]));
const video = 'https://youtu.be/dQw4w9WgXcQ';
const lookups: RequestLookups = {
  services: new Map([
    ['OWN', service(own, 'OWN', 2)],
    ['FOREIGN', service(foreign, 'FOREIGN', 1)],
    ['THIRD', service(third, 'THIRD', 1)],
  ]),
  partnersByService: new Map([
    [own, [importer]],
    [foreign, [other]],
  ]),
  defaultByService: new Map(),
  attended: new Set([importer, other]),
  areasByPartner: new Map(),
  openStepsByPartner: new Map(),
  journeys: byId(
    journey(100),
    journey(200, { active: false }),
    journey(300, { settings: [{ code: 'BUSINESS_PLAN', mandatory: true }] }),
    journey(400, { settings: [{ code: 'ILLUSTRATIVE_VIDEO', mandatory: true }] }),
    journey(600, { settings: [{ code: 'STATUTS', mandatory: true }] }),
    journey(700, { questions: [question(true)] }),
    journey(800, {
      settings: [{ code: 'STATUTS', mandatory: false }],
      questions: [question(false)],
    }),
    journey(500, {
      taskDefs: [{ id: 9, position: 0, titleItemId: own, partnerId: other, runsInParallel: false }],
    }),
  ),
};
const sara: BeneficiaryRow = {
  id: 'sara',
  email: 'sara@example.org',
  lang: 'ar',
  nom: 'Alami',
  prenom: 'Sara',
  companyName: null,
  areaId: null,
  acquaintance: 'known',
};
const people: BeneficiaryRow[] = [
  sara,
  { ...sara, id: 'rida', email: 'rida@example.org', acquaintance: 'refused' },
  { ...sara, id: 'amal', email: 'amal@example.org', acquaintance: 'unknown' },
];

let messages: ImportWords['messages'];
beforeAll(async () => {
  messages = (await loadWords()).fr;
});

type Cells = Partial<Record<RequestColumn, string>>;
/** Checks lines. Returns the requests to file, the faults, and the unknown addresses. */
async function checked(lines: readonly Cells[]) {
  const titles = requestColumns.map(({ name }) => name);
  const result = readHeader(titles, requestColumns);
  if (result.faults) throw new Error(JSON.stringify(result.faults));
  const [report, remarks] = [createFaultReport(), createFaultReport()];
  const words = { t: importCatalogue.in('fr'), messages };
  const unknownRecipients = new Set<string>();
  const askedFor: string[][] = [];
  const checker = requestChecker(
    {
      lookups: () => Promise.resolve(lookups),
      beneficiaries: (emails) => {
        askedFor.push([...emails]);
        const found = people.filter(({ email }) => emails.includes(email));
        return Promise.resolve(new Map(found.map((person) => [person.email, person])));
      },
      countWithRequests: () => Promise.resolve(0),
      filedBefore: () => Promise.resolve([]),
    },
    lookups,
    {
      partnerId: importer,
      now,
      unknownRecipients,
      again: false,
      alreadyFiled: createFaultReport(),
    },
    words,
  );
  const drafts = await checker.check(
    lines.map((line, index) => {
      const cells = titles.map((title) => line[title] ?? '');
      return importLine(
        { line: index + 2, cells },
        result.header,
        { faults: report, remarks },
        words,
      );
    }),
  );
  const faults = report
    .lines(() => 'more')
    .flatMap(({ errors }) => errors.map((text) => text.replace(/\s/g, ' ')));
  return { drafts, faults, unknownRecipients: [...unknownRecipients], askedFor };
}
const line = (change: Cells = {}): Cells => ({
  email_beneficiaire: sara.email,
  besoin: 'Un local',
  services: 'OWN',
  ...change,
});
const faultsOf = async (change: Cells) => (await checked([line(change)])).faults;
const draftOf = async (change: Cells = {}) => {
  const { drafts, faults } = await checked([line(change)]);
  expect(faults).toEqual([]);
  return drafts[0];
};

describe('a line of requests', () => {
  it('becomes a submitted and routed request in its person’s language', async () => {
    expect(await draftOf({ url_video: video })).toEqual({
      beneficiary: { id: 'sara', email: sara.email, lang: 'ar', name: 'Sara Alami' },
      answers: [],
      description: 'Un local',
      journeyDefId: null,
      serviceItemIds: [own],
      urlVideo: video,
      dateRequest: now.toISOString(),
      steps: [expect.objectContaining({ titleItemId: own, partnerId: importer })],
      status: 'NOUVEAU',
      agreement: 'NOT_NEEDED',
      isDateStated: false,
    });
  });

  it('becomes a request of a journey, by its number, with its tasks', async () => {
    const draft = await draftOf({ services: '', parcours: ' ١٠٠ ' });
    expect(draft).toMatchObject({ journeyDefId: 100, serviceItemIds: [] });
    expect(draft?.steps).toHaveLength(2);
  });

  it('has its services once, in the order of their list', async () => {
    const draft = await draftOf({ services: ' own | FOREIGN||OWN|third ' });
    expect(draft?.serviceItemIds).toEqual([foreign, third, own]);
  });

  it('has the stated date, which is not in the future', async () => {
    expect(await draftOf({ date: '2026-03-09' })).toMatchObject({ isDateStated: true });
    expect((await draftOf({ date: '2026-03-09' }))?.dateRequest).toMatch(/^2026-03-0[89]T/);
    expect(await faultsOf({ date: '2026-03-11' })).toEqual([
      'date (E2), « 2026-03-11 » : La date ne peut pas être dans le futur. Écrivez une date passée, ou videz la cellule.',
    ]);
    expect(await faultsOf({ date: '09/03/26' })).toEqual([expect.stringContaining('09/03/26')]);
    expect(await faultsOf({ date: 'hier' })).toEqual([expect.stringMatching(/^date \(/)]);
  });

  it('is refused for an unknown or malformed address, and for a person who refuses filings', async () => {
    expect(await faultsOf({ email_beneficiaire: 'nobody@example.org' })).toEqual([
      'email_beneficiaire (A2) : Aucun bénéficiaire n’a l’email nobody@example.org. Écrivez celui de son compte, ou importez d’abord cette personne.',
    ]);
    expect(await faultsOf({ email_beneficiaire: 'nobody' })).toEqual([
      expect.stringMatching(/^email_beneficiaire \(/),
    ]);
    expect(await faultsOf({ email_beneficiaire: 'rida@example.org' })).toEqual([
      'email_beneficiaire (A2), « rida@example.org » : Cette personne a refusé que votre organisme dépose des demandes en son nom. Retirez cette ligne.',
    ]);
  });

  it('looks up each address once, and records addresses that are unknown to the organisation', async () => {
    const { askedFor, unknownRecipients } = await checked([
      line(),
      line(),
      line({ email_beneficiaire: 'nobody' }),
      line({ email_beneficiaire: 'amal@example.org' }),
      line({ email_beneficiaire: 'new@example.org' }),
      line({ email_beneficiaire: 'rida@example.org' }),
    ]);
    expect(askedFor).toEqual([
      ['sara@example.org', 'amal@example.org', 'new@example.org', 'rida@example.org'],
    ]);
    expect(unknownRecipients).toEqual(['amal@example.org', 'new@example.org']);
  });

  it('has a journey or services, but not both', async () => {
    const either = `services (C2), parcours (D2) : ${messages.errors.JOURNEY_OR_SERVICES.replace(/\s/g, ' ')}`;
    expect(await faultsOf({ services: '' })).toEqual([either]);
    expect(await faultsOf({ services: ' | ' })).toEqual([either]);
    expect(await faultsOf({ parcours: '100' })).toEqual([
      either.replace(' : ', ', « OWN; 100 » : '),
    ]);
  });

  it('reports unknown services and journeys, shortened', async () => {
    expect(await faultsOf({ services: `OWN|${'X'.repeat(100)}` })).toEqual([
      `services (C2) : Le service ${'X'.repeat(80)} n’existe pas. Écrivez un code ou un libellé du modèle de fichier.`,
    ]);
    expect(await faultsOf({ services: '', parcours: '999' })).toEqual([
      'parcours (D2) : Le parcours 999 n’existe pas. Écrivez un numéro ou un titre du modèle de fichier.',
    ]);
    expect(await faultsOf({ services: '', parcours: `1${'0'.repeat(60)}` })).toEqual([
      `parcours (D2) : Le parcours 1${'0'.repeat(39)} n’existe pas. Écrivez un numéro ou un titre du modèle de fichier.`,
    ]);
    expect(await faultsOf({ services: '', parcours: '100x' })).toEqual([
      'parcours (D2) : Le parcours 100x n’existe pas. Écrivez un numéro ou un titre du modèle de fichier.',
    ]);
  });

  it('reports at most fifty services', async () => {
    const fifty = Array.from({ length: 49 }, (_, n) => `S${String(n)}`);
    const tooMany = messages.validation.tooMany.replace(/\s/g, ' ');
    const services = ['OWN', ...fifty].join('|');
    expect(await faultsOf({ services })).toHaveLength(49);
    const more = await faultsOf({ services: `${services}|S49` });
    expect(more[0]).toMatch(/^services \(C2\), « OWN, /);
    expect(more[0]).toContain(tooMany);
    expect(more).toHaveLength(50);
  });

  it('accepts only a service of the importer, or a journey with a task of it', async () => {
    expect(await faultsOf({ services: 'FOREIGN|THIRD' })).toEqual([
      'services (C2), « FOREIGN, THIRD » : Votre organisme ne propose aucun de ces services. Écrivez au moins un des services de votre modèle de fichier.',
    ]);
    expect(await faultsOf({ services: 'FOREIGN|OWN' })).toEqual([]);
    expect(await faultsOf({ services: '', parcours: '500' })).toEqual([
      'parcours (D2), « 500 » : Votre organisme n’intervient pas dans ce parcours. Écrivez un parcours de votre modèle de fichier.',
    ]);
  });

  it('is refused for a closed journey, or one with requirements that a file cannot contain', async () => {
    const closed = 'Ce parcours n’est pas ouvert. Écrivez un parcours de votre modèle de fichier.';
    expect(await faultsOf({ services: '', parcours: '200' })).toEqual([
      `parcours (D2), « 200 » : ${closed}`,
    ]);
    const wanting = [
      expect.stringMatching(/^parcours \(D2\), « [3467]00 » : Ce parcours demande des documents/),
    ];
    expect(await faultsOf({ services: '', parcours: '300' })).toEqual(wanting);
    expect(await faultsOf({ services: '', parcours: '400' })).toEqual(wanting);
    expect(await faultsOf({ services: '', parcours: '600' })).toEqual(wanting);
    expect(await faultsOf({ services: '', parcours: '700' })).toEqual(wanting);
    expect(await faultsOf({ services: '', parcours: '800' })).toEqual([]);
    expect(await faultsOf({ services: '', parcours: '400', url_video: video })).toEqual([]);
  });

  it('is validated with the portal’s rules for the need and the video', async () => {
    expect(await faultsOf({ url_video: 'https://example.org/v' })).toEqual([
      expect.stringMatching(/^url_video \(/),
    ]);
    expect(await faultsOf({ besoin: 'x'.repeat(5000) })).toEqual([
      expect.stringMatching(/^besoin \(/),
    ]);
    expect(await draftOf({ besoin: '  Un local ' })).toMatchObject({ description: 'Un local' });
  });

  it.each<[RequestColumn, string, RegExp]>([
    ['date', '4,53E+04', /a abrégé le nombre/],
    ['besoin', '#REF!', /erreur du tableur/],
    ['besoin', 'CrÃ©ation d’une sociÃ©tÃ©', /abîmées/],
    ['services', '#N/A', /erreur du tableur/],
    ['email_beneficiaire', '#VALEUR!', /erreur du tableur/],
  ])('is reported when a spreadsheet damaged it: %s %s', async (column, text, message) => {
    const faults = await faultsOf({ [column]: text });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
  });

  it('reports the fault of every cell, whatever the other cells contain', async () => {
    const shared: [RequestColumn, string][] = [
      ['email_beneficiaire', 'nobody'],
      ['email_beneficiaire', 'nobody@example.org'],
      ['email_beneficiaire', 'rida@example.org'],
      ['besoin', 'x'.repeat(5000)],
      ['besoin', '#REF!'],
      ['date', 'hier'],
      ['date', '2190-01-01'],
      ['date', '4,53E+04'],
      ['url_video', 'https://example.org/'],
      ['url_video', '#N/A'],
    ];
    const kinds: [Cells, [RequestColumn, string][]][] = [
      [line(), ['NOPE', 'FOREIGN', '#N/A', ''].map((text) => ['services', text])],
      [
        line({ services: '', parcours: '100' }),
        ['999', '200', '300', '500', '#N/A', ''].map((text) => ['parcours', text]),
      ],
    ];
    for (const [right, own] of kinds)
      for (const [one, ofOne] of [...shared, ...own])
        for (const [other, ofOther] of [...shared, ...own]) {
          if (one >= other) continue;
          const { faults } = await checked([{ ...right, [one]: ofOne, [other]: ofOther }]);
          const found = faults.map((text) => /services|[a-z_]+/.exec(text)?.[0]);
          const expected = [one, other].map((name) =>
            // One of these columns has to be filled: the fault names both.
            name === 'parcours' && [ofOne, ofOther].includes('') ? 'services' : name,
          );
          expect({ ofOne, ofOther, found: found.toSorted() }).toEqual({
            ofOne,
            ofOther,
            found: expected.toSorted(),
          });
        }
  });

  it('validates the services next to a journey, and lists only known services', async () => {
    expect(await faultsOf({ services: 'FOREIGN|ONW', parcours: '500' })).toEqual([
      expect.stringContaining('services (C2), parcours (D2), « FOREIGN|ONW; 500 »'),
      expect.stringContaining('Le service ONW n’existe pas'),
      expect.stringContaining('parcours (D2), « 500 »'),
      expect.stringContaining('services (C2), « FOREIGN » : Votre organisme ne propose aucun'),
    ]);
  });

  it('does not report a missing video of a journey when its cell is invalid', async () => {
    const ofJourney = { services: '', parcours: '400' };
    for (const url_video of ['https://example.org/', '#N/A'])
      expect(await faultsOf({ ...ofJourney, url_video })).toEqual([
        expect.stringMatching(/^url_video \(F2\)/),
      ]);
  });

  it('reports all its faults at once', async () => {
    const { drafts, faults } = await checked([
      line({ email_beneficiaire: 'nobody', services: 'NOPE', parcours: '999', date: 'hier' }),
    ]);
    expect(drafts).toEqual([]);
    expect(faults).toHaveLength(5);
  });
});

describe('a request for a person unknown to the organisation', () => {
  const unknownPerson = line({ email_beneficiaire: 'amal@example.org', services: 'OWN|FOREIGN' });
  it('is a draft without steps until the person agrees', async () => {
    const { drafts } = await checked([unknownPerson]);
    expect(drafts).toMatchObject([
      { status: 'EN_COURS_DE_CREATION', agreement: 'WAITING', steps: [] },
    ]);
  });
});
