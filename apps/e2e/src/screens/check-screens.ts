import path from 'node:path';

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { TestPortal } from '@wasl/tooling/testing/portal';

import { callIn } from '../calls.ts';
import { expect, test } from '../server.ts';
import { tokenOf } from '../signed-in.ts';
import { allTexts, strayWords } from '../stray-words.ts';
import { type Language, wordsOf } from '../words.ts';
import { faultsOf } from './faults-of.ts';
import {
  bannerFaults,
  firstViewFaults,
  hintFaults,
  lowButtons,
  markFaults,
} from './layout-faults.ts';
import { faultsOfTranslated, waitUntilStill, showIn } from './translated.ts';

/** One language of each text direction. */
type ScreenLanguage = 'fr' | 'ar';

export interface Look {
  readonly page: Page;
  readonly portal: TestPortal;
  readonly lang: Language;
  /** Pattern of a catalogue text, `namespace:key`, to find a control: the whole text, with any value for parameters. */
  readonly textOf: (key: string) => RegExp;
  /** Calls the API (`/requests/1`) as the person signed in. @returns its answer */
  readonly call: (method: string, path: string, data?: unknown) => Promise<unknown>;
}

/** A screen or dialog, and the steps that open it. */
export interface Screen {
  /** Name of its pictures, in kebab-case. */
  readonly name: string;
  /** E-mail of the person of the demonstration data; absent for visitors. */
  readonly as?: string;
  readonly at: string | ((look: Look) => string | Promise<string>);
  /** Steps before the address opens: failing requests, a clock, or records created by the API. */
  readonly before?: (look: Look) => Promise<unknown>;
  /** Steps from the address to the screen; resolves when the screen is visible. */
  readonly open?: (look: Look) => Promise<unknown>;
  /** Uses a separate window, because it would affect the next screens, for example a stopped clock. */
  readonly isApart?: boolean;
  /** Widths where the screen exists; wide and narrow by default. It is opened at the first one. */
  readonly widths?: readonly number[];
  /** An exception from the rule of the table about primary buttons, with its reason. */
  readonly primary?: { readonly wanted: 'none' | 'any'; readonly because: string };
}

const schemes = ['light', 'dark'] as const;
const bothWidths = [1280, 360] as const;
const height = 800;

/** Width, colour scheme and rules of one check. */
interface Corner {
  readonly width: number;
  readonly scheme: (typeof schemes)[number];
  readonly rules: 'all' | 'colours' | 'none';
}

/** The single corner per language of the usual run. */
const usualCorner: Readonly<Record<ScreenLanguage, Corner>> = {
  fr: { width: 1280, scheme: 'light', rules: 'all' },
  ar: { width: 360, scheme: 'dark', rules: 'all' },
};

/** Folder of the pictures; none are made without it. */
const pictures = process.env.SCREENSHOTS;
/** Makes only pictures, without checks. */
const isPicturesOnly = process.env.SCREENSHOTS_ONLY !== undefined;
/** Pattern of screen names to check in every corner; without it, all screens in the usual corner. */
const wanted = process.env.SCREENS;
const only = new RegExp(wanted ?? '');

export function textIn(lang: Language): Look['textOf'] {
  const words = wordsOf(lang);
  return (key) => {
    const word = words.get(key);
    if (word === undefined) throw new Error(`there is no word ${key}`);
    const whole = word
      .split(/\{\{[^}]*\}\}/)
      // A no-break space matches any other space.
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
      .join('[\\s\\S]*');
    return new RegExp(`^${whole}$`);
  };
}

/** One browser window per person for all of their screens; the first page signs in. */
function people(browser: Browser, portal: TestPortal) {
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
    /** Leaves the last screen and clears its stored data. */
    afresh: async (page: Page, token: string, width: number, lang: Language) => {
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

/** Elements that overflow the window horizontally, by tag and class. */
export async function outOfTheWindow(page: Page): Promise<string[]> {
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

async function picture(page: Page, name: string, width: number): Promise<void> {
  if (pictures === undefined) return;
  // At the top, sticky elements are at their own place.
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
    await waitUntilStill(page);
  }
  await page.screenshot({ path: path.join(pictures, name), fullPage: inner === 0 });
  await page.setViewportSize({ width, height });
}

/** Whether a row of the table is checked in this run; the usual run alternates the language. */
function isLookedAt({ name }: Screen, row: number, lang: ScreenLanguage): boolean {
  return wanted === undefined ? row % 2 === (lang === 'fr' ? 0 : 1) : only.test(name);
}

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
    await waitUntilStill(page);
    const place = `${screen.name}, ${lang}, ${scheme}, ${String(width)} px`;
    if (!isPicturesOnly) {
      if (rules !== 'none') expect.soft(await faultsOf(page, rules, isWhole), place).toEqual([]);
      if (rules === 'all') {
        expect.soft(await markFaults(page), `${place}: marks`).toEqual([]);
        expect.soft(await bannerFaults(page), `${place}: banners`).toEqual([]);
        expect.soft(await hintFaults(page), `${place}: hints`).toEqual([]);
      }
      if (rules === 'all' && width === bothWidths[1])
        expect.soft(await lowButtons(page), `${place}: buttons of lists`).toEqual([]);
      expect.soft(await outOfTheWindow(page), `${place}: wider than the window`).toEqual([]);
    }
    await picture(page, path.join(lang, `${screen.name}-${String(width)}-${scheme}.png`), width);
  }
}

/**
 * Looks at an open screen in English, wide, and in Spanish, narrow.
 * @param openIn opens the screen in a language, where it has no menu of languages
 */
async function lookInOtherLanguages(
  page: Page,
  { name, widths = bothWidths }: Screen,
  openIn: (lang: Language) => Promise<unknown>,
) {
  for (const [lang, width] of [
    ['en', widths[0] ?? 0],
    ['es', widths.at(-1) ?? 0],
  ] as const) {
    const hasMenu = await showIn(page, lang);
    if (!hasMenu) await openIn(lang);
    await page.setViewportSize({ width, height });
    await waitUntilStill(page);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    const place = `${name}, ${lang}, ${String(width)} px`;
    expect.soft(await outOfTheWindow(page), `${place}: wider than the window`).toEqual([]);
    // languages.spec.ts checks the words of pages with the menu.
    if (!hasMenu)
      expect.soft(strayWords(await allTexts(page), lang), `${place}: other words`).toEqual([]);
    await picture(page, path.join(lang, `${name}-${String(width)}.png`), width);
  }
}

/**
 * Declares a test per language that opens every screen of the table once. It checks axe's rules, the width, the single
 * heading and the title. The usual run takes every other row in French, wide and light, and the rest in Arabic, narrow
 * and dark. It shows each screen in English and Spanish. It then translates the screen as a browser does, and uses
 * it. With SCREENS=pattern, the matching screens are checked in both languages, wide and narrow, light and dark. With
 * SCREENSHOTS=folder, each picture is stored as `<lang>/<name>-<width>-<scheme>.png`, in English and Spanish without the
 * scheme; SCREENSHOTS_ONLY=1 checks nothing. PORTAL_URL names a running portal. Call it once per file, at its top.
 * @param options `primary` is 'one' where each screen must have one primary button in view, unless it names a reason;
 *   'at most one' where a screen may also have none
 */
export function lookAtAll(
  title: string,
  screens: readonly Screen[],
  { primary }: { readonly primary?: 'one' | 'at most one' } = {},
): void {
  test.describe.configure({ mode: 'parallel' });
  test.use({ screenshot: 'off', portalName: 'screens' });
  for (const lang of ['fr', 'ar'] as const) {
    test(`${title}, in ${lang}`, async ({ browser, portal }) => {
      test.setTimeout(900_000);
      const windows = people(browser, portal);
      /** People whose frame was already checked. */
      const framesSeen = new Set<string>();
      for (const screen of screens.filter((one, row) => isLookedAt(one, row, lang))) {
        await test.step(screen.name, async () => {
          const { page, token } = await windows.of(
            screen.as ?? '',
            screen.isApart === true ? screen.name : undefined,
          );
          const openIn = async (language: Language) => {
            const call = callIn(page, token, language);
            const look: Look = { page, portal, lang: language, textOf: textIn(language), call };
            await windows.afresh(page, token, screen.widths?.[0] ?? bothWidths[0], language);
            await screen.before?.(look);
            await page.goto(typeof screen.at === 'string' ? screen.at : await screen.at(look));
            await screen.open?.(look);
          };
          try {
            await openIn(lang);
            const whose = screen.as ?? '';
            // Pages without a session have frames of their own.
            const isWhole = wanted !== undefined || whose === '' || !framesSeen.has(whose);
            if (screen.open === undefined) framesSeen.add(whose);
            await lookAround(page, screen, lang, isWhole);
            if (primary !== undefined && !isPicturesOnly) {
              const faults = await firstViewFaults(page, screen.primary?.wanted ?? primary);
              expect.soft(faults, `${screen.name}: primary button`).toEqual([]);
            }
            await lookInOtherLanguages(page, screen, openIn);
            if (isPicturesOnly) return;
            expect.soft(await faultsOfTranslated(page), `${screen.name}, translated`).toEqual([]);
          } catch (error) {
            // The other screens are still checked. The stack shows the step that failed.
            const fault = error instanceof Error ? error.stack : error;
            const shown = await page.locator('body').ariaSnapshot();
            expect.soft(`${String(fault)}\n${shown}`, `${screen.name} was not reached`).toBe('');
          } finally {
            await page.unrouteAll({ behavior: 'ignoreErrors' });
          }
        });
      }
      await windows.close();
    });
  }
}
