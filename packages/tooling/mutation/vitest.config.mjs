import fs from 'node:fs';

import { loadConfigFromFile } from 'vite';

const parts = JSON.parse(fs.readFileSync(new URL('parts.json', import.meta.url), 'utf8'));

// The package's own configuration, with the tests of the part alone. The working folder is Stryker's copy of the package.
const part = parts[process.env.MUTATION_PART ?? ''];
if (part === undefined) throw new Error('MUTATION_PART names no part');
const own = await loadConfigFromFile({ command: 'serve', mode: 'test' }, 'vitest.config.ts');
if (own === null) throw new Error('there is no vitest.config.ts here');

// A fault in what runs once, as its file is read, is seen only where that file is read anew. The API's files were never read anew here.
const isolate = part.folder !== 'apps/api';

export default { ...own.config, test: { ...own.config.test, isolate, include: part.tests } };
