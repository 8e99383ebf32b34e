import { describe, expect, it } from 'vitest';

import { toE164 } from './phone.ts';
import { acknowledged } from './acknowledged.ts';
import {
  codeLibelle,
  day,
  email,
  id,
  isDay,
  langQuery,
  refCode,
  sentVersion,
  yesNo,
} from './values.ts';

const faultsOf = (
  schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('toE164', () => {
  it.each([
    ['(+212) 612 34 56 78', '+212', '+212612345678'],
    ['0612345678', '+212', '+212612345678'],
    ['612345678', '+212', '+212612345678'],
    ['00212 5 39 12 34 56', '+212', '+212539123456'],
    ['+33 6 12 34 56 78', '+33', '+33612345678'],
    ['٠٦١٢٣٤٥٦٧٨', '+٢١٢', '+212612345678'],
    ['۰۶ ۱۲ ۳۴ ۵۶ ۷۸', '+212', '+212612345678'],
    ['\u202a+212 612\u2011345678\u202c', '+212', '+212612345678'],
    ['0612345678', '212', '+212612345678'],
    ['0612345678', ' +212 ', '+212612345678'],
    ['123456', '+33', '+33123456'],
    ['41234567', '+33', '+3341234567'],
    ['123456789012', '+212'.slice(0, 3), '+21123456789012'],
    ['12345678901', '+1234', '+123412345678901'],
    [`${' '.repeat(30)}0612345678`, '+212', '+212612345678'],
    ['+33612345678', '+212', '+33612345678'],
    ['0044 7612 345678', '+212', '+447612345678'],
    ['+212612345678', '+33', '+212612345678'],
    ['(+1) 246 234 5678', '+212', '+12462345678'],
  ])('converts %s with %s to %s', (phone, code, expected) =>
    expect(toE164(phone, code)).toBe(expected),
  );

  it.each([
    ['412345678', '+212'],
    ['61234567', '+212'],
    ['6123456789', '+212'],
    ['06 12 34 56 7x', '+212'],
    ['', '+212'],
    ['612345678', 'Maroc'],
    ['612345678', 'x+212'],
    ['612345678', '+212x'],
    ['612345678', '+21234'],
    ['x0612345678', '+212'],
    ['0612345678x', '+212'],
    ['+2126123456789', '+212'],
    ['+0612345678', '+212'],
    ['+212412345678', '+33'],
    ['1612345678', '+212'],
    ['12345', '+33'],
    ['12345678901234x', '+33'],
    ['123456789012345', '+33'],
    ['123456789012', '+1234'],
    [`${' '.repeat(31)}0612345678`, '+212'],
  ])('rejects %s with %s', (phone, code) => expect(toE164(phone, code)).toBeNull());
});

describe('isDay', () => {
  it.each(['2024-02-29', '1900-01-01', '2200-12-31'])('accepts %s', (day) =>
    expect(isDay(day)).toBe(true),
  );
  it.each([
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '0000-00-00',
    '9999-01-01',
    '2024-01-01T00:00',
    '2024-01-01\n',
    ' 2024-01-01',
    '12024-01-01',
    '1899-12-31',
    '2201-01-01',
    'x',
  ])('rejects %s', (day) => expect(isDay(day)).toBe(false));
});

describe('wire forms', () => {
  it('accept a reference as a code or as an object', () => {
    expect(refCode().parse('ETUDIANT')).toBe('ETUDIANT');
    expect(refCode().parse({ code: 'ETUDIANT', libelle: 'Étudiant' })).toBe('ETUDIANT');
  });
  it.each([undefined, null, '', {}, { code: {} }, [], 5])('reject %j as a reference', (value) => {
    expect(refCode('nomRequired').safeParse(value).error?.issues[0]?.message).toBe(
      'validation.nomRequired',
    );
  });
  it.each([
    [true, true],
    ['Oui', true],
    ['oui', true],
    ['true', true],
    [false, false],
    ['Non', false],
    ['false', false],
  ])('parse %j as %j', (value, expected) => expect(yesNo().parse(value)).toBe(expected));
  it.each([1, 'yes', '', null])('reject %j as yes or no', (value) =>
    expect(yesNo().safeParse(value).success).toBe(false),
  );
  it.each([
    '0',
    '-1',
    '1.5',
    '2147483648',
    'NaN',
    '1e400',
    {},
    [],
    '0x10',
    '1e2',
    '1.0',
    ' 1',
    '+1',
    '',
    true,
    ['7'],
  ])('reject %j as an id', (value) => expect(id.safeParse(value).success).toBe(false));
  it.each(['7', 7, '007'])('parse %j as the id 7', (value) => expect(id.parse(value)).toBe(7));
});

it.each(['de', 'FR', '', {}, ['ar', 'en']])(
  'the unknown language %j is replaced by French',
  (lang) => expect(langQuery.parse(lang)).toBe('fr'),
);

describe('the faults of a schema', () => {
  it.each([
    [id, ['validation.number'], ['x', 1.5, 0, -1, 2_147_483_648, {}, undefined]],
    [sentVersion, ['validation.number'], ['1', 1.5, 0, -1, 2_147_483_648, {}]],
    [refCode(), ['validation.required'], [undefined, '', {}, 5]],
    [yesNo(), ['validation.required'], [undefined, '', 'yes', 5]],
    [day(), ['validation.required'], [undefined, null, 5]],
    [day(), ['validation.required', 'validation.date'], ['']],
    [day(), ['validation.date'], ['01/02/2026', '2026-02-30']],
    [day('birthDate'), ['validation.birthDate'], [undefined]],
    [email(), ['validation.emailRequired'], [undefined, 5]],
    [email(), ['validation.emailRequired', 'validation.emailFormat'], ['', '  ']],
  ])('have the expected messages, %#', (schema, faults, values) => {
    for (const value of values) expect(faultsOf(schema, value)).toEqual(faults);
  });
});

it('an id can have the database’s highest value', () => {
  expect(id.parse('2147483647')).toBe(2_147_483_647);
});

it('an absent version skips the comparison', () => {
  expect([sentVersion.parse(null), sentVersion.parse(undefined)]).toEqual([undefined, undefined]);
  expect(sentVersion.parse(3)).toBe(3);
});

it('a list item has its code and its label, and an acknowledgement has one member', () => {
  expect(codeLibelle.parse({ code: 'MA', libelle: 'Maroc', position: 4 })).toEqual({
    code: 'MA',
    libelle: 'Maroc',
  });
  expect(codeLibelle.safeParse({ code: 'MA' }).success).toBe(false);
  expect(codeLibelle.safeParse({ libelle: 'Maroc' }).success).toBe(false);
  expect(acknowledged.parse({ success: true })).toEqual({ success: true });
  expect(acknowledged.safeParse({ success: false }).success).toBe(false);
  expect(acknowledged.safeParse({}).success).toBe(false);
});

describe('an email', () => {
  it('can have as many parts as a university address', () => {
    expect(email().parse('a@b.c.d.example.ac.ma')).toBe('a@b.c.d.example.ac.ma');
    expect(email().parse(`${'a'.repeat(64)}@b.cd`)).toHaveLength(69);
    expect(faultsOf(email(), `a@${'b.'.repeat(9)}cd`)).toEqual(['validation.emailFormat']);
  });
  it.each([
    ['Amina@München.de', 'amina@xn--mnchen-3ya.de'],
    ['amina@موقع.المغرب', 'amina@xn--4gbrim.xn--mgbc0a9azcg'],
    ['amina@XN--4GBRIM.xn--mgbc0a9azcg', 'amina@xn--4gbrim.xn--mgbc0a9azcg'],
    ['amina@例え.jp', 'amina@xn--r8jz45g.jp'],
  ])('can have an international domain: %s', (written, stored) => {
    expect(email().parse(written)).toBe(stored);
  });
  it('is converted to lower case', () =>
    expect(email().parse(' Amina@Example.ORG ')).toBe('amina@example.org'));
  it.each([
    'a',
    'a@b',
    'a b@c.d',
    'a@b..c',
    'a@b.c\nBcc: x@y.z',
    `${'a'.repeat(65)}@b.cd`,
    'a@@b.cd',
    'é@b.cd',
    'a@ｅxample.org',
    'a@exam\u034Fple.org',
    'a@é',
    'a@é..ma',
    'a@é b.ma',
    'a@é/b.ma',
    'a@é.ma@b.cd',
    `a@${'é'.repeat(64)}.ma`,
  ])('is refused as %s', (value) =>
    expect(email().safeParse(value).error?.issues[0]?.message).toBe('validation.emailFormat'),
  );
});
