import { expect, it } from 'vitest';

import { contactValue, toWebsite } from './contact.ts';

it.each([
  ['https://cri.ma', 'https://cri.ma'],
  ['HTTPS://www.CRI.ma/', 'https://www.cri.ma'],
  ['https://cri.ma/contact?lang=ar', 'https://cri.ma/contact?lang=ar'],
  // A lookalike host in another script is stored as `xn--`.
  ['https://сri.ma', 'https://xn--ri-nmc.ma'],
])('accepts the website %s', (typed, stored) => expect(toWebsite(typed)).toBe(stored));

it.each([
  'http://cri.ma',
  'cri.ma',
  'javascript:alert(1)',
  'https://',
  'https://localhost',
  'https://10.0.0.1',
  'https://[::1]',
  'https://cri.ma:8443',
  'https://cri@evil.example',
  'https://cri:secret@evil.example',
])('rejects the website %s', (typed) => expect(toWebsite(typed)).toBeNull());

it.each([
  ['phone', '(+212) 539 30 03 00', '+212539300300'],
  ['phone', '٠٥٣٩٣٠٠٣٠٠', '+212539300300'],
  ['phone', '+33612345678', '+33612345678'],
  ['whatsapp', '06 61 30 03 00', '+212661300300'],
  ['whatsapp', 'oui', undefined],
  ['email', 'Accueil@Example.org', 'accueil@example.org'],
  ['address', 'Rue 1\nTanger', undefined],
  ['address', 'a'.repeat(251), undefined],
  ['openingHours', '8h30 – 16h30', '8h30 – 16h30'],
  ['openingHours', 'voir www.example.org', undefined],
] as const)('stores for %s the value %j as %j', (member, typed, stored) => {
  expect(contactValue(member, typed)).toBe(stored);
});
