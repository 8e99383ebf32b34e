import { expect, it } from 'vitest';

import { noAttachments, messageSignature } from './attachments.ts';

const file = (bytes: string) => new File([bytes], 'a.pdf', { lastModified: 1 });
const document = { filename: 'k', originalName: 'Bail.pdf', size: 3 };

it('detects a repeated message, and distinguishes messages by their attachments', () => {
  expect(messageSignature('Bonjour', noAttachments)).toBe('Bonjour');
  const tried = { documents: [document], files: [file('x')] };
  expect(messageSignature('Bonjour', tried)).toBe(
    messageSignature('Bonjour', { documents: [document], files: [file('y')] }),
  );
  const others = [
    noAttachments,
    { ...tried, files: [] },
    { ...tried, documents: [] },
    { ...tried, files: [file('xx')] },
  ];
  const signatures = [tried, ...others].map((attached) => messageSignature('Bonjour', attached));
  expect(new Set(signatures).size).toBe(signatures.length);
});
