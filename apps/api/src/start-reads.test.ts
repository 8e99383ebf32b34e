import path from 'node:path';

import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Each loads more slowly than most modules of the server, and may be unused for a day. */
const heavy = ['exceljs', 'pdfkit', 'undici'];

it('the server starts without the modules for documents, workbooks and calls to other systems', async () => {
  const { metafile } = await build({
    entryPoints: [path.join(import.meta.dirname, 'server.ts')],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    outdir: 'nowhere',
    metafile: true,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const atStart = imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path);
  expect(atStart).toContain('express');
  expect(heavy.filter((name) => atStart.includes(name))).toEqual([]);
});
