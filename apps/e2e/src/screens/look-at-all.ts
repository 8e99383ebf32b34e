import path from 'node:path';

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { TestPortal } from '@wasl/tooling/testing/portal';

import { expect, test } from '../server.ts';
import { tokenOf } from '../signed-in.ts';
import { wordsOf } from '../words.ts';
import { faultsOf } from './faults-of.ts';
import { faultsOfTranslated } from './translated.ts';

/** The languages that screens are looked at in: one of each direction. */
export type ScreenLanguage = 'fr' | 'ar';

/** What a screen's own steps may use. */
export interface Look {
  readonly page: Page;
  readonly portal: TestPortal;
  readonly lang: ScreenLanguage;
  /** Words of the catalogue, `namespace:key`, to find a control by: whole; anything in the place of a value. */
  readonly say: (key: string) => RegExp;
  /** A call to the API (`/requests/1`) as the person who looks; its answer. */
  readonly call: (method: string, path: string, data?: unknown) => Promise<unknown>;
}

/** A screen or a dialog, and how to see it. */
export interface Screen {
  /** In kebab-case: names its pictures. */
  readonly name: string;
  /** E-mail of whoever looks (of the demonstration set); nobody is signed in without it. */
  readonly as?: string;
  /** The address to begin at. */
  readonly at: string | ((look: Look) => string | Promise<string>);
  /** Before the address is opened: requests that fail, a clock, things written past the screens. */
  readonly before?: (look: Look) => Promise<unknown>;
  /** From the address to the screen; ends when the screen is there. */
  readonly open?: (look: Look) => Promise<unknown>;
  /** A window of its own, for what would change the next screens: a clock that stands still. */
  readonly isApart?: boolean;
  /** The widths it exists in; wide and narrow unless told. The first is the one it is opened in. */
  readonly widths?: readonly number[];
}

const schemes = ['light', 'dark'] as const;
const bothWidths = [1280, 360] as const;
const height = 800;

/** One way of looking at a screen, and what is checked in it beside its width. */
interface Corner {
  readonly width: number;
  readonly scheme: (typeof schemes)[number];
  readonly rules: 'all' | 'colours' | 'none';
}

/** The one corner of each language that the usual run looks at. */
const usualCorner: Readonly<Record<ScreenLanguage, Corner>> = {
  fr: { width: 1280, scheme: 'light', rules: 'all' },
  ar: { width: 360, scheme: 'dark', rules: 'all' },
};

/** Folder for pictures of the screens; none are made without it. */
const pictures = process.env.SCREENSHOTS;
/** Pictures alone, without the checks: for looking around quickly. */
const isPicturesOnly = process.env.SCREENSHOTS_ONLY !== undefined;
/** Every corner of the screens whose name matches this; without it the usual corner of all of them. */
const wanted = process.env.SCREENS;
const only = new RegExp(wanted ?? '');

/** Words of a language, to find a control by. */
export function sayIn(lang: ScreenLanguage): Look['say'] {
  const words = wordsOf(lang);
  return (key) => {
    const word = words.get(key);
    if (word === undefined) throw new Error(`there is no word ${key}`);
    const whole = word
      .split(/\{\{[^}]*\}\}/)
      // A space that keeps words together counts as any other.
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
      .join('[\\s\\S]*');
    return new RegExp(`^${whole}$`);
  };
}

/** One browser window of each person, for all of their screens; the first page signs in. */
function people(browser: Browser, portal: TestPortal, lang: ScreenLanguage) {
  const windows = new Map<string, { context: BrowserContext; page: Page; token: string }>();
  return {
    of: async (email: string, name = email) => {
      const known = windows.get(name);
      if (known !== undefined) return known;
      const context = await browser.newContext({ baseURL: portal.url, reducedMotion: 'reduce' });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const token = email === '' ? '' : await tokenOf(page.request, portal.url, email);
      const made = { context, page, token };
      windows.set(name, made);
      return made;
    },
    /** Leaves the last screen and what it kept on the device behind. */
    afresh: async (page: Page, token: string, width: number) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: schemes[0] });
      await page.goto('/config.json');
      await page.evaluate(
        ([storedToken, storedLang]) => {
          localStorage.clear();
          sessionStorage.clear();
          localStorage.setItem('lang', storedLang);
          if (storedToken !== '') localStorage.setItem('token', storedToken);
        },
        [token, lang] as const,
      );
    },
    close: async () => {
      for (const { context } of windows.values()) await context.close();
    },
  };
}

/** What stands out of the window at its side, by its tag and class. */
async function outOfTheWindow(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const root = document.documentElement;
    const open = [...document.querySelectorAll<HTMLElement>('[role=dialog]')];
    return [root, ...open]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .flatMap((box) => {
        const edges = box.getBoundingClientRect();
        const wide = [...box.querySelectorAll('*')].filter((one) => {
          const { left, right, width } = one.getBoundingClientRect();
          return width > 0 && (left < edges.left - 1 || right > edges.right + 1);
        });
        return [box, ...wide].slice(0, 6).map((one) => one.outerHTML.slice(0, 160));
      });
  });
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => done());
        });
      }),
  );
}

/** A picture of the whole page, or of the whole dialog where one is open. */
async function picture(page: Page, name: string, width: number): Promise<void> {
  if (pictures === undefined) return;
  // What is stuck to an edge of the window stands at its own place.
  await page.evaluate(() => window.scrollTo(0, 0));
  const inner = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('[role=dialog], [role=dialog] *')].map(
        (one) => one.scrollHeight,
      ),
    ),
  );
  if (inner > height * 0.8) {
    await page.setViewportSize({ width, height: Math.min(Math.ceil(inner * 1.15) + 120, 4000) });
    await settle(page);
  }
  await page.screenshot({ path: path.join(pictures, name), fullPage: inner === 0 });
  await page.setViewportSize({ width, height });
}

/** Whether a row of the table is looked at in this run; in the usual run each has its turn in one language. */
function isLookedAt({ name }: Screen, row: number, lang: ScreenLanguage): boolean {
  return wanted === undefined ? row % 2 === (lang === 'fr' ? 0 : 1) : only.test(name);
}

/** The ways a screen is looked at in this run. */
function cornersOf(screen: Screen, lang: ScreenLanguage): Corner[] {
  const widths = screen.widths ?? bothWidths;
  const usual = usualCorner[lang];
  if (wanted === undefined) {
    return [{ ...usual, width: widths.find((width) => width === usual.width) ?? widths[0] ?? 0 }];
  }
  return widths.flatMap((width) => [
    { width, scheme: 'light', rules: 'all' },
    // The dark colours are the same at every width.
    { width, scheme: 'dark', rules: width === bothWidths[1] ? 'colours' : 'none' },
  ]);
}

/** Looks at a screen that is there. */
async function lookAround(
  page: Page,
  screen: Screen,
  lang: ScreenLanguage,
  isWhole: boolean,
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await expect.soft(page.locator('h1'), `${screen.name}: heading`).toHaveText(/\S/);
  await expect.soft(page, `${screen.name}: title`).toHaveTitle(/Wasl|وصل/);
  for (const { width, scheme, rules } of cornersOf(screen, lang)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await settle(page);
    const place = `${screen.name}, ${lang}, ${scheme}, ${String(width)} px`;
    if (!isPicturesOnly) {
      if (rules !== 'none') expect.soft(await faultsOf(page, rules, isWhole), place).toEqual([]);
      expect.soft(await outOfTheWindow(page), `${place}: wider than the window`).toEqual([]);
    }
    await picture(page, path.join(lang, `${screen.name}-${String(width)}-${scheme}.png`), width);
  }
}

/**
 * Declares a test for each language that opens every screen of the table once and checks it: nothing that axe objects to,
 * nothing wider than the window, one heading, a title. The usual run takes every other row in French, wide and light, and
 * the rest in Arabic, narrow and dark. It then translates the screen as a browser does and uses it.
 * With SCREENS=pattern the matching screens are checked in both languages, wide and narrow, light and dark. With
 * SCREENSHOTS=folder each picture is stored as `<lang>/<name>-<width>-<scheme>.png`; SCREENSHOTS_ONLY=1 checks nothing.
 * PORTAL_URL names a running portal. To be called once in a file, at its top.
 */
export function lookAtAll(title: string, screens: readonly Screen[]): void {
  test.describe.configure({ mode: 'parallel' });
  test.use({ screenshot: 'off', portalName: 'screens' });
  for (const lang of ['fr', 'ar'] as const) {
    test(`${title}, in ${lang}`, async ({ browser, portal }) => {
      test.setTimeout(900_000);
      const say = sayIn(lang);
      const windows = people(browser, portal, lang);
      /** Whose frame around their screens has been looked at. */
      const framesSeen = new Set<string>();
      for (const screen of screens.filter((one, row) => isLookedAt(one, row, lang))) {
        await test.step(screen.name, async () => {
          const { page, token } = await windows.of(
            screen.as ?? '',
            screen.isApart === true ? screen.name : undefined,
          );
          const call: Look['call'] = async (method, address, data) => {
            const answer = await page.request.fetch(`/api${address}`, {
              method,
              headers: { authorization: `Bearer ${token}`, 'accept-language': lang },
              ...(data === undefined ? {} : { data }),
            });
            if (!answer.ok()) throw new Error(`${method} ${address}: ${await answer.text()}`);
            return (await answer.json()) as unknown;
          };
          const look: Look = { page, portal, lang, say, call };
          try {
            await windows.afresh(page, token, screen.widths?.[0] ?? bothWidths[0]);
            await screen.before?.(look);
            await page.goto(typeof screen.at === 'string' ? screen.at : await screen.at(look));
            await screen.open?.(look);
            const whose = screen.as ?? '';
            // Pages of nobody have frames of their own.
            const isWhole = wanted !== undefined || whose === '' || !framesSeen.has(whose);
            if (screen.open === undefined) framesSeen.add(whose);
            await lookAround(page, screen, lang, isWhole);
            if (isPicturesOnly) return;
            expect.soft(await faultsOfTranslated(page), `${screen.name}, translated`).toEqual([]);
          } catch (error) {
            // The others are looked at all the same. The stack says which question had no answer.
            const fault = error instanceof Error ? error.stack : error;
            expect.soft(fault, `${screen.name} was not reached`).toBe('');
          } finally {
            await page.unrouteAll({ behavior: 'ignoreErrors' });
          }
        });
      }
      await windows.close();
    });
  }
}
