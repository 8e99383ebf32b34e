import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { generalRuleSetSchema, nordevRuleSetSchema } from '@wasl/premium/schema';
import { outcomesDigest, type OutcomesDigest } from '@wasl/premium/testing';
import { build } from 'vite';

const count = 10_000;
const seed = 20_261_121;

const readRules = (name: string): unknown =>
  JSON.parse(
    fs.readFileSync(
      new URL(`../../../prisma/seed/reference/premium/${name}-2026-default.json`, import.meta.url),
      'utf8',
    ),
  );

/** The calculation as the web build bundles and minifies it for browsers. */
async function browserBundle(): Promise<string> {
  const entry = fileURLToPath(
    new URL('../../../packages/premium/src/testing/index.ts', import.meta.url),
  );
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry, formats: ['iife'], name: 'premium' },
    },
  });
  // A library build with one format has one output; the other type is for watch mode.
  const [bundle] = built as Extract<typeof built, unknown[]>;
  if (bundle === undefined) throw new Error('nothing was built');
  return bundle.output[0].code;
}

test('10,000 random forms give equal results in Node and in the browser', async ({ page }) => {
  const general = generalRuleSetSchema.parse(readRules('general'));
  const nordev = nordevRuleSetSchema.parse(readRules('nordev'));
  const inNode = outcomesDigest(count, seed, general, nordev);
  await page.addScriptTag({ content: await browserBundle() });
  const inBrowser = await page.evaluate(
    ([forms, from, generalRules, nordevRules]): OutcomesDigest => {
      const { premium } = globalThis as unknown as {
        premium: { outcomesDigest: (...given: unknown[]) => OutcomesDigest };
      };
      return premium.outcomesDigest(forms, from, generalRules, nordevRules);
    },
    [count, seed, general, nordev] as const,
  );
  expect(inBrowser).toEqual(inNode);
  // The forms cover granted and refused cases, and none is invalid.
  expect(Object.keys(inNode.kinds).sort()).toEqual(['granted', 'refused']);
});
