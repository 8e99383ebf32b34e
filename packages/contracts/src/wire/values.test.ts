import { describe, expect, it } from 'vitest';

import { toE164 } from './phone.ts';
import { email, id, isDay, refCode, yesNo } from './values.ts';

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
  ])('%s with %s is %s', (phone, code, expected) => {
    expect(toE164(phone, code)).toBe(expected);
  });

  it.each([
    ['412345678', '+212'],
    ['61234567', '+212'],
    ['6123456789', '+212'],
    ['+33612345678', '+212'],
    ['06 12 34 56 7x', '+212'],
    ['', '+212'],
    ['612345678', 'Maroc'],
  ])('%s with %s is refused', (phone, code) => {
    expect(toE164(phone, code)).toBeNull();
  });
});

describe('isDay', () => {
  it.each(['2024-02-29', '1900-01-01', '2200-12-31'])('%s is one', (day) =>
    expect(isDay(day)).toBe(true),
  );
  it.each([
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '0000-00-00',
    '9999-01-01',
    '2024-01-01T00:00',
    'x',
  ])('%s is none', (day) => expect(isDay(day)).toBe(false));
});

describe('wire forms', () => {
  it('takes a reference bare or as an object', () => {
    expect(refCode().parse('ETUDIANT')).toBe('ETUDIANT');
    expect(refCode().parse({ code: 'ETUDIANT', libelle: 'Étudiant' })).toBe('ETUDIANT');
  });
  it.each([undefined, null, '', {}, { code: {} }, [], 5])('refuses %j as a reference', (value) => {
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
  ])('reads %j as %j', (value, expected) => expect(yesNo().parse(value)).toBe(expected));
  it.each([1, 'yes', '', null])('refuses %j as yes or no', (value) =>
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
  ])('refuses %j as an id', (value) => expect(id.safeParse(value).success).toBe(false));
  it.each(['7', 7, '007'])('reads %j as the id 7', (value) => expect(id.parse(value)).toBe(7));
});

describe('email', () => {
  it('is lower-cased', () =>
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
  ])('refuses %s', (value) =>
    expect(email().safeParse(value).error?.issues[0]?.message).toBe('validation.emailFormat'),
  );
});
