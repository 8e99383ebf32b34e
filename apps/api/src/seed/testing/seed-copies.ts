import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterEach } from 'vitest';

/**
 * Creates modified copies of the seed files, deleted after each test.
 * @param folder result of `findSeedFolder`
 */
export function seedCopies(folder: string) {
  const made: string[] = [];
  afterEach(() => {
    for (const copy of made.splice(0)) fs.rmSync(copy, { recursive: true, force: true });
  });
  return {
    /** @param written text or bytes by the file's name under `reference` */
    make(written: Readonly<Record<string, string | Uint8Array>>): string {
      const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-seed-'));
      made.push(copy);
      fs.cpSync(folder, copy, { recursive: true });
      for (const [name, content] of Object.entries(written))
        fs.writeFileSync(path.join(copy, 'reference', name), content);
      return copy;
    },
  };
}
