import { describe, expect, it } from 'vitest';

import { formatRequestNumber, numberingYear } from './request-number.ts';
import {
  chooseOffer,
  missingDocuments,
  planJourney,
  planServices,
  unaskedDocuments,
  waitsForOrganisation,
  type Offer,
} from './routing.ts';

const offer = (partnerId: number, coversArea: boolean, openSteps: number): Offer => ({
  partnerId,
  coversArea,
  openSteps,
});

describe('the choice of an organisation for a service', () => {
  it.each<[string, Offer[], number | undefined]>([
    ['none without offers', [], undefined],
    ['the only one', [offer(7, false, 99)], 7],
    ['the area comes first', [offer(1, false, 0), offer(2, true, 50)], 2],
    ['then the fewest open steps', [offer(1, true, 3), offer(2, true, 2)], 2],
    ['then the lowest id', [offer(9, true, 2), offer(4, true, 2)], 4],
    [
      'the default only without others',
      [{ ...offer(1, true, 0), isDefault: true }, offer(2, false, 9)],
      2,
    ],
    ['the default alone', [{ ...offer(1, false, 5), isDefault: true }], 1],
    ['without the area likewise', [offer(9, false, 1), offer(4, false, 2)], 9],
  ])('follows the rule: %s', (_, offers, expected) =>
    expect(chooseOffer(offers)?.partnerId).toBe(expected),
  );
});

describe('the plan of a personalised request', () => {
  it('assigns one step per service and lists the services without an organisation', () => {
    const plan = planServices(
      [10, 11, 12],
      new Map([
        [10, [offer(1, true, 0)]],
        [12, [offer(2, false, 0)]],
      ]),
    );
    expect(plan.steps.map((s) => [s.position, s.titleItemId, s.partnerId, s.status])).toEqual([
      [0, 10, 1, 'ASSIGNED'],
      [1, 12, 2, 'ASSIGNED'],
    ]);
    expect(plan.steps.map((s) => s.runsInParallel)).toEqual([true, true]);
    expect([plan.unrouted, plan.unattended]).toEqual([[11], []]);
    expect(waitsForOrganisation(plan)).toBe(true);
  });
  it('counts the steps assigned earlier in the same plan', () => {
    const both = [offer(1, true, 0), offer(2, true, 0)];
    const plan = planServices([10, 11, 12], new Map([10, 11, 12].map((id) => [id, both])));
    expect(plan.steps.map((s) => s.partnerId)).toEqual([1, 2, 1]);
  });
  it('numbers the new steps after the existing steps', () => {
    expect(planServices([10], new Map([[10, [offer(1, true, 0)]]]), 3).steps[0]?.position).toBe(3);
  });
});

describe('the plan of a journey', () => {
  const task = (id: number, position: number, runsInParallel = false) => ({
    id,
    position,
    titleItemId: 100 + id,
    partnerId: id,
    runsInParallel,
  });
  it('assigns the first task and the parallel tasks, in order of position', () => {
    const tasks = [task(3, 30, true), task(1, 10), task(2, 20)];
    const plan = planJourney(tasks, new Set([1, 2, 3]));
    expect(plan.steps.map((s) => [s.taskDefId, s.position, s.status])).toEqual([
      [1, 0, 'ASSIGNED'],
      [2, 1, 'NOT_STARTED'],
      [3, 2, 'ASSIGNED'],
    ]);
  });
  it('keeps the steps of an organisation without agents unassigned at their positions', () => {
    const tasks = [task(1, 10), task(2, 20), task(3, 30, true)];
    const plan = planJourney(tasks, new Set([2]));
    expect(plan.steps.map((s) => [s.partnerId, s.status])).toEqual([
      [1, 'NOT_STARTED'],
      [2, 'NOT_STARTED'],
      [3, 'NOT_STARTED'],
    ]);
    expect([plan.unrouted, plan.unattended]).toEqual([[], [101, 103]]);
    expect(waitsForOrganisation(plan)).toBe(true);
    expect(waitsForOrganisation(planJourney(tasks, new Set([1, 2, 3])))).toBe(false);
  });
});

describe('mandatory documents', () => {
  const settings = [
    { code: 'BUSINESS_PLAN', mandatory: true },
    { code: 'DEFAULT_DOC', mandatory: false },
    { code: 'ILLUSTRATIVE_VIDEO', mandatory: true },
  ];
  it.each([
    [[], null, ['BUSINESS_PLAN', 'ILLUSTRATIVE_VIDEO']],
    [['BUSINESS_PLAN'], 'https://youtu.be/abcdef', []],
    [['BUSINESS_PLAN', 'ILLUSTRATIVE_VIDEO'], null, []],
    [['DEFAULT_DOC'], 'https://youtu.be/abcdef', ['BUSINESS_PLAN']],
  ])('for %j and video %s are missing: %j', (handedIn, urlVideo, missing) => {
    expect(missingDocuments(settings, handedIn, urlVideo)).toEqual(missing);
  });
});

describe('unrequested documents', () => {
  it.each([
    [null, ['BUSINESS_PLAN', 'DEFAULT_DOC'], []],
    [[], ['BUSINESS_PLAN', 'DEFAULT_DOC'], ['BUSINESS_PLAN', 'DEFAULT_DOC']],
    [[{ code: 'BUSINESS_PLAN' }], ['BUSINESS_PLAN', 'DEFAULT_DOC'], ['DEFAULT_DOC']],
    [[{ code: 'BUSINESS_PLAN' }], [], []],
    [[], ['SIMULATION', 'DEFAULT_DOC'], ['DEFAULT_DOC']],
  ])('for settings %j and documents %j are: %j', (settings, handedIn, unasked) => {
    expect(unaskedDocuments(settings, handedIn)).toEqual(unasked);
  });
});

describe('request numbers', () => {
  it.each([
    [2026, 1, '2026-000001'],
    [2026, 999_999, '2026-999999'],
    [2026, 1_000_000, '2026-1000000'],
  ])('for year %d and counter %d are %s', (year, sequence, expected) => {
    expect(formatRequestNumber(year, sequence)).toBe(expected);
  });
  it('use the year of Morocco: an hour ahead of UTC until September 2026, and UTC afterwards', () => {
    expect(numberingYear(new Date('2025-12-31T23:30:00Z'))).toBe(2026);
    expect(numberingYear(new Date('2026-12-31T23:30:00Z'))).toBe(2026);
  });
});
