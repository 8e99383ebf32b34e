import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from '../server.ts';

const folder = path.resolve(import.meta.dirname, '../../../web/dist');

/** Addresses of the built files, without the compressed copies. */
const built = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  .map((file) => `/${file.split(path.sep).join('/')}`);

/** The administrators' pages are in a folder that is not public. */
const isHidden = (file: string): boolean => file.startsWith('/.');
const files = built.filter((file) => !isHidden(file));

/** The first script and files under `/assets` that are neither a page nor a worker: they need no policy of their own. */
const inert =
  /^\/(?:boot\.js|assets\/(?!.*worker)[^/]+\.(?:js|js\.map|css|css\.map|woff2|png|webp|jpg|ttf|wasm))$/;

test('every built file has the right security headers', async ({ request }) => {
  expect(files.length).toBeGreaterThan(50);
  const page = (await request.get('/')).headers()['content-security-policy'] ?? '';
  expect(page).toContain("default-src 'self'");
  expect(page).toContain("frame-ancestors 'none'");
  const faults: string[] = [];
  for (const file of files) {
    const answer = await request.get(file, { headers: { accept: '*/*' } });
    const headers = answer.headers();
    const policy = headers['content-security-policy'];
    const expected = inert.test(file) ? "default-src 'none'" : page;
    if (answer.status() !== 200) faults.push(`${file}: ${String(answer.status())}`);
    if (policy !== expected) faults.push(`${file}: ${policy ?? 'no policy'}`);
    if (headers['x-content-type-options'] !== 'nosniff') faults.push(`${file}: may be sniffed`);
    if (headers['cross-origin-resource-policy'] !== 'same-origin')
      faults.push(`${file}: for every site`);
    if (headers['x-powered-by'] ?? headers['server']) faults.push(`${file}: says what serves it`);
  }
  expect(faults).toEqual([]);
});

test('no built file has the gallery of development', () => {
  // A title that only the gallery has. The name of a script does not show its parts.
  const title = 'Button, ProgressButton';
  const source = path.resolve(folder, '../src/gallery/gallery.tsx');
  expect(readFileSync(source, 'utf8')).toContain(title);
  const scripts = built.filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  const having = scripts.filter((file) =>
    readFileSync(path.join(folder, file), 'utf8').includes(title),
  );
  expect(having).toEqual([]);
});

test('no built file of the administrators is public', async ({ request }) => {
  const hidden = built.filter(isHidden);
  expect(hidden.length).toBeGreaterThan(1);
  const portalPage = await (await request.get('/an-unknown-page')).text();
  for (const file of hidden) {
    const answer = await request.get(file, { headers: { accept: '*/*' } });
    const text = answer.status() === 404 ? 'missing' : await answer.text();
    expect(['missing', portalPage], file).toContain(text);
  }
});
