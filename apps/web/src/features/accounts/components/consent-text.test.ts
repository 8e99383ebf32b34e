import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { consentVersion, langs } from '@wasl/contracts';
import { expect, it } from 'vitest';

interface Version {
  readonly version: number;
  readonly sha256: Readonly<Record<string, string>>;
}

const words = ['title', 'lead', 'purpose', 'recipients', 'rights'] as const;
const root = path.join(import.meta.dirname, '../../../../../..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

// A change of the consent text needs a new line in the list and a higher `consentVersion`; every person is then asked
// again.
it.each(langs)('the consent text in %s matches its version', (lang) => {
  const { consent } = read(`apps/web/src/i18n/${lang}/accounts.json`) as {
    consent: Record<(typeof words)[number], string>;
  };
  const versions = read('packages/contracts/src/accounts/consent-versions.json') as Version[];
  const text = words.map((word) => consent[word]).join('\n');
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    versions.find(({ version }) => version === consentVersion)?.sha256[lang],
  );
});
