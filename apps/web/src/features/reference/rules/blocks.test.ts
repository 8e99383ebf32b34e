import { expect, it } from 'vitest';

import { blocksOf, linkOf } from './blocks.ts';

it('splits a text into its paragraphs and lists', () => {
  expect(blocksOf('Pour commencer\u00a0:\n- un\n- deux\n\nPuis ceci - et cela.\n- trois')).toEqual([
    { kind: 'text', text: 'Pour commencer\u00a0:' },
    { kind: 'list', items: ['un', 'deux'] },
    { kind: 'text', text: 'Puis ceci - et cela.' },
    { kind: 'list', items: ['trois'] },
  ]);
  expect(blocksOf('')).toEqual([]);
});

it('links a section only to a web page, a mail address or a phone number', () => {
  expect(linkOf('https://example.org/contact')?.text).toBe('example.org/contact');
  expect(linkOf('mailto:a@example.org')).toEqual({
    href: 'mailto:a@example.org',
    text: 'a@example.org',
  });
  expect(linkOf('tel:+212500000000')?.href).toBe('tel:+212500000000');
  for (const other of [null, '', 'javascript:alert(1)', 'http://example.org', 'https://a b'])
    expect(linkOf(other)).toBeNull();
});
