import { describe, expect, it } from 'vitest';

import { stepProgressBody, stepRatingBody } from '../processing/steps.ts';
import { criteria } from './criteria.ts';
import { createRequestDto, requestsCalls } from './requests.ts';
import { isYoutubeUrl } from './youtube.ts';

describe('filter criteria', () => {
  it('convert a day to its start or end in Morocco', () => {
    const [from, to] = criteria.parse([
      { key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-06-01' },
      { key: 'endDate', operation: 'LESS_THAN_OR_EQUALS', value: '2026-06-01' },
    ]);
    expect(from?.value).toEqual(new Date('2026-05-31T23:00:00.000Z'));
    expect(to?.value).toEqual(new Date('2026-06-01T22:59:59.999Z'));
  });

  it('accept instants unchanged', () => {
    const [to] = criteria.parse([
      { key: 'endDate', operation: 'LESS_THAN_OR_EQUALS', value: '2026-03-01T23:59:59Z' },
    ]);
    expect(to?.value).toEqual(new Date('2026-03-01T23:59:59Z'));
  });

  it.each([
    ['an unknown key', { key: 'password', operation: 'EQUALS', value: 'x' }],
    ['a prototype key', { key: '__proto__', operation: 'EQUALS', value: 'x' }],
    ['an operation of another key', { key: 'status', operation: 'CONTAINS', value: 'NOUVEAU' }],
    ['an unknown operation', { key: 'numRequest', operation: 'OR 1=1', value: 'x' }],
    ['an object as a value', { key: 'numRequest', operation: 'CONTAINS', value: { contains: '' } }],
    ['a list as a value', { key: 'numRequest', operation: 'CONTAINS', value: ['a'] }],
    [
      'a day that does not exist',
      { key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-02-30' },
    ],
    [
      'a year out of range',
      { key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value: '9999-01-01' },
    ],
    ['nothing', null],
  ])('reject %s', (_name, value) => expect(criteria.safeParse([value]).success).toBe(false));

  it('reject a list that is too long, and a value that is not a list', () => {
    const one = { key: 'numRequest', operation: 'CONTAINS', value: '1' };
    expect(criteria.safeParse(Array.from({ length: 11 }, () => one)).success).toBe(false);
    expect(criteria.safeParse(one).success).toBe(false);
  });
});

describe('paging and sorting', () => {
  it('default to the newest eight', () => {
    expect(requestsCalls.filterRequests.query.parse({})).toEqual({
      page: 0,
      size: 8,
      sort: { field: 'dateRequest', direction: 'desc' },
    });
  });
  it.each([
    { page: '-1' },
    { page: '1e9' },
    { page: 'NaN' },
    { size: '0' },
    { size: '1000000' },
    { sort: 'password,asc' },
    { sort: 'dateRequest' },
    { sort: 'dateRequest,desc;drop table' },
  ])('reject %j', (query) =>
    expect(requestsCalls.filterRequests.query.safeParse(query).success).toBe(false),
  );
});

describe('createRequestDto', () => {
  it('accepts whole objects and keeps only known members', () => {
    expect(
      createRequestDto.parse({
        description: ' besoin ',
        urlVideo: '',
        services: [{ code: 'A', libelle: 'x' }, 'A', 'B'],
        journeyDef: null,
        status: 'ENTAME',
        beneficiaryId: 1,
      }),
    ).toEqual({
      description: 'besoin',
      urlVideo: null,
      services: ['A', 'B'],
      journeyDef: null,
      documents: null,
    });
  });
  it('accepts a journey by object or id', () => {
    expect(createRequestDto.parse({ journeyDef: { id: 4, title: 'x' } }).journeyDef).toBe(4);
    expect(createRequestDto.parse({ journeyDef: 4 }).journeyDef).toBe(4);
  });
});

describe('isYoutubeUrl', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://m.youtube.com/shorts/abcdefghijk',
    'https://www.youtube.com/embed/abcdefghijk',
    'https://youtube.com/live/abcdefghijk',
    'https://www.youtube-nocookie.com/embed/a-_cd',
    'https://youtu.be/abcdefghijklmnopqrst',
  ])('accepts %s', (url) => expect(isYoutubeUrl(url)).toBe(true));
  it.each([
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://user@youtube.com/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/',
    'youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ/more',
    'https://youtu.be/more/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ%20more',
    'https://www.youtube.com/watch?v=%20dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ/more',
    'https://www.youtube.com/more/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?list=dQw4w9WgXcQ',
    'https://youtu.be/abcd',
    'https://youtu.be/abcdefghijklmnopqrstu',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  ])('rejects %s', (url) => expect(isYoutubeUrl(url)).toBe(false));
});

describe('a step’s update', () => {
  const progress = { processingStepId: 1, status: { code: 'IN_PROGRESS' }, percent: 50 };
  it('converts 100 % into PROCESSED', () => {
    expect(stepProgressBody.parse({ ...progress, percent: 100 }).status).toBe('PROCESSED');
  });
  it.each([
    { percent: 51 },
    { percent: -5 },
    { percent: 105 },
    { percent: '50' },
    { status: { code: 'PROCESSED' } },
    { status: { code: 'ASSIGNED' } },
    { status: { code: 'REJECTED' } },
  ])('rejects %j', (value) =>
    expect(stepProgressBody.safeParse({ ...progress, ...value }).success).toBe(false),
  );

  it.each([0, 6, 2.5, '5', null])('rejects %j stars', (beneficiaryRating) =>
    expect(
      stepRatingBody.safeParse({
        processingStepId: 1,
        beneficiaryRating,
        beneficiaryFeedback: 'Merci',
      }).success,
    ).toBe(false),
  );
});
