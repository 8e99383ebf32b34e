import fs from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified axe, which parses in half the time. */
const program = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns violations of machine-checkable rules; only colours once the other rules were checked.
 * @param isWhole includes the frame (header, navigation, footer), which a person's screens share; otherwise only its
 * content
 */
export async function faultsOf(
  page: Page,
  rules: 'all' | 'colours',
  isWhole: boolean,
): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // CDP bypasses the page's content security policy, and caches the compiled script for the window's next page.
  await session.send('Runtime.evaluate', { expression: program });
  await session.detach();
  return await page.evaluate(
    async ({ tags, everything }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      // A sticky bar covers part of a target at some scroll positions; that is no fault of the target's size.
      const sticky = [...document.querySelectorAll<HTMLElement>('*')].filter(
        (element) => getComputedStyle(element).position === 'sticky',
      );
      for (const element of sticky) element.style.position = 'relative';
      // Content below a modal dialog is unreachable, and has a screen of its own.
      const covered = document.querySelector('body > :not(#root) [role=dialog][aria-modal=true]');
      const places = [covered === null ? 'main' : '', 'body > :not(#root)'];
      const within = everything
        ? { include: ['body'], ...(covered === null ? {} : { exclude: ['#root'] }) }
        : { include: places.filter((place) => document.querySelector(place || 'none') !== null) };
      const { violations } = await checker.run(within, {
        runOnly: tags === null ? ['color-contrast'] : { type: 'tag', values: tags },
        // Experimental or no part of WCAG, so axe runs them only by name.
        ...(tags === null
          ? {}
          : {
              rules: {
                'label-content-name-mismatch': { enabled: true },
                'landmark-unique': { enabled: true },
              },
            }),
        // Reporting passed rules takes a quarter of the work.
        resultTypes: ['violations'],
        selectors: false,
        // The page has no frames and no media, so no style sheet must be loaded again.
        iframes: false,
        preload: false,
      });
      for (const element of sticky) element.style.removeProperty('position');
      // HTML allows no block inside of a label or a line of text.
      const misplaced = document.querySelectorAll(
        ':is(label, span, p, h1, h2, h3, strong) :is(div, p, ul, ol, dl, table, section, fieldset)',
      );
      return [
        ...violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
        ),
        ...[...misplaced].map(
          (block) => `block in ${String(block.parentElement?.outerHTML.slice(0, 160))}`,
        ),
      ];
    },
    { tags: rules === 'all' ? wcag : null, everything: isWhole },
  );
}
