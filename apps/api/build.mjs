// Bundles the API's programs into dist/.
import fs from 'node:fs';

import { bundle, threadPrograms } from './bundle.mjs';

const programs = ['server.ts', 'worker.ts', 'seed.ts', 'admin.ts'].filter((name) =>
  fs.existsSync(new URL(`./src/${name}`, import.meta.url)),
);
await bundle([...programs, ...threadPrograms()], 'dist');
