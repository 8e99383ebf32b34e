import { describe, expect, it } from 'vitest';

import { loadWords } from '../../platform/i18n/words.ts';
import { createFaultReport } from './fault-report.ts';
import type { ImportLine } from './import-lines.ts';
import { requestChecker, type RequestColumn } from './request-lines.ts';
import type { BeneficiaryRow, RequestLookups } from './request-lookups.repository.ts';
import { importCatalogue } from './words/index.ts';

const [importer, near, far] = [1, 2, 3];
const [own, shared] = [10, 20];
const [farming, fishing] = [7, 8];

const service = (id: number, code: string) => ({
  id,
  position: id,
  code,
  libelleFr: code,
  libelleEn: null,
  libelleAr: null,
  libelleEs: null,
});

function lookups(change: Partial<RequestLookups> = {}): RequestLookups {
  return {
    services: new Map([
      ['OWN', service(own, 'OWN')],
      ['SHARED', service(shared, 'SHARED')],
    ]),
    partnersByService: new Map([
      [own, [importer]],
      [shared, [near, far]],
    ]),
    defaultByService: new Map(),
    attended: new Set([importer, near, far]),
    areasByPartner: new Map(),
    openStepsByPartner: new Map(),
    journeys: new Map(),
    ...change,
  };
}

/** The organisations that receive the shared service of each line, one line for each area. */
async function routed(areas: readonly (number | null)[], known: RequestLookups): Promise<number[]> {
  const people = areas.map((areaId, index): BeneficiaryRow => ({
    id: String(index),
    email: `person${String(index)}@example.org`,
    lang: 'fr',
    nom: 'Alami',
    prenom: 'Sara',
    companyName: null,
    areaId,
    acquaintance: 'known',
  }));
  const refused: string[] = [];
  const lines = people.map(({ email }, index): ImportLine<RequestColumn, string> => {
    const cells: Partial<Record<RequestColumn, string>> = {
      email_beneficiaire: email,
      services: 'OWN|SHARED',
    };
    const refuse = (...words: unknown[]) => {
      refused.push(words.join(': '));
    };
    return {
      line: index + 2,
      isRight: () => refused.length === 0,
      isRead: () => true,
      cell: (column) => cells[column],
      epoch: 1900,
      refuse,
      refuseCell: refuse,
      refuseValue: refuse,
      remark: refuse,
    };
  });
  const checker = requestChecker(
    {
      lookups: () => Promise.resolve(known),
      beneficiaries: () => Promise.resolve(new Map(people.map((person) => [person.email, person]))),
      countWithRequests: () => Promise.resolve(0),
      filedBefore: () => Promise.resolve([]),
    },
    known,
    {
      partnerId: importer,
      now: new Date('2026-03-01T09:00:00Z'),
      unknownRecipients: new Set(),
      again: false,
      alreadyFiled: createFaultReport(),
    },
    { t: importCatalogue.in('fr'), messages: (await loadWords()).fr },
  );
  const drafts = await checker.check(lines);
  expect(refused).toEqual([]);
  expect(drafts).toHaveLength(lines.length);
  return drafts.map(({ steps }) => {
    // The importer gets the services that it offers, regardless of its open steps.
    expect(steps.find(({ titleItemId }) => titleItemId === own)?.partnerId).toBe(importer);
    return steps.find(({ titleItemId }) => titleItemId === shared)?.partnerId ?? 0;
  });
}

describe('a service of several other organisations', () => {
  it('is assigned to them alternately, including the requests of earlier lines', async () => {
    expect(await routed([null, null, null, null], lookups())).toEqual([near, far, near, far]);
  });

  it('is assigned to the least loaded until the load is even', async () => {
    const openStepsByPartner = new Map([
      [importer, 50],
      [near, 5],
      [far, 3],
    ]);
    expect(await routed([null, null, null, null, null], lookups({ openStepsByPartner }))).toEqual([
      far,
      far,
      near,
      far,
      near,
    ]);
  });

  it('is assigned to its default organisation only without them', async () => {
    const defaultByService = new Map([[shared, importer]]);
    expect(await routed([null], lookups({ defaultByService }))).toEqual([near]);
    const partnersByService = new Map([[own, [importer]]]);
    expect(await routed([null], lookups({ defaultByService, partnersByService }))).toEqual([
      importer,
    ]);
  });

  it('is assigned first to the organisation that covers the person’s area, whatever its load', async () => {
    const known = lookups({
      areasByPartner: new Map([
        [near, new Set([farming])],
        [far, new Set([fishing])],
      ]),
      openStepsByPartner: new Map([[far, 40]]),
    });
    expect(await routed([fishing, farming, fishing, null, 99], known)).toEqual([
      far,
      near,
      far,
      near,
      near,
    ]);
  });
});
