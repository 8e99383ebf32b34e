import fs from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The short form of axe, which costs half of what reading the long one does. */
const program = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What breaks a rule that a machine can check; colours alone once the rest has been checked.
 * @param isWhole the frame too (header, navigation, foot), which a person's screens share; else what stands in it
 */
export async function faultsOf(
  page: Page,
  rules: 'all' | 'colours',
  isWhole: boolean,
): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // Past the page's policy, and where it is kept as compiled for the next page of this window.
  await session.send('Runtime.evaluate', { expression: program });
  await session.detach();
  return await page.evaluate(
    async ({ tags, everything }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      // What lies under a dialog can be neither seen nor reached; it has its own turn.
      const covered = document.querySelector('body > :not(#root) [role=dialog][aria-modal=true]');
      const places = [covered === null ? 'main' : '', 'body > :not(#root)'];
      const within = everything
        ? { include: ['body'], ...(covered === null ? {} : { exclude: ['#root'] }) }
        : { include: places.filter((place) => document.querySelector(place || 'none') !== null) };
      const { violations } = await checker.run(within, {
        runOnly: tags === null ? ['color-contrast'] : { type: 'tag', values: tags },
        // What keeps the rules is a quarter of the work.
        resultTypes: ['violations'],
        selectors: false,
        // There are no frames and nothing that plays: no style sheet has to be fetched and read once more for them.
        iframes: false,
        preload: false,
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
      );
    },
    { tags: rules === 'all' ? wcag : null, everything: isWhole },
  );
}
