import { expect, it } from 'vitest';

import { nothingAttached, signatureOf } from './attached.ts';

const file = (bytes: string) => new File([bytes], 'a.pdf', { lastModified: 1 });
const document = { filename: 'k', originalName: 'Bail.pdf', size: 3 };

it('knows a message tried again, and another by what goes along', () => {
  expect(signatureOf('Bonjour', nothingAttached)).toBe('Bonjour');
  const tried = { documents: [document], files: [file('x')] };
  expect(signatureOf('Bonjour', tried)).toBe(
    signatureOf('Bonjour', { documents: [document], files: [file('y')] }),
  );
  const others = [
    nothingAttached,
    { ...tried, files: [] },
    { ...tried, documents: [] },
    { ...tried, files: [file('xx')] },
  ];
  const signatures = [tried, ...others].map((attached) => signatureOf('Bonjour', attached));
  expect(new Set(signatures).size).toBe(signatures.length);
});
