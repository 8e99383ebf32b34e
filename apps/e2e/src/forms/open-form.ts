import type { Browser, Page } from '@playwright/test';
import type { TestPortal } from '@wasl/tooling/testing/portal';

import { callIn } from '../calls.ts';
import type { FormPlace } from './form-place.ts';
import { type Look, textIn } from '../screens/check-screens.ts';
import { tokenOf } from '../signed-in.ts';
import type { Language } from '../words.ts';

/** The window of a small phone, in pixels. */
const phone = { width: 360, height: 780 } as const;

/** A page with touch in a narrow window of its own. */
export async function phonePage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

/** Opens a form from a fresh state. @param isBack retain what the page stored */
export async function openForm(
  { page, portal, lang }: { page: Page; portal: TestPortal; lang: Language },
  place: FormPlace,
  isBack = false,
): Promise<Look> {
  const token = place.as === undefined ? '' : await tokenOf(page.request, portal.url, place.as);
  const call = callIn(page, token, lang);
  const look: Look = { page, portal, lang, textOf: textIn(lang), call };
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize(phone);
  await page.goto('/config.json');
  await page.evaluate(
    ([storedToken, storedLang, hasDraft]) => {
      if (!hasDraft) {
        localStorage.clear();
        sessionStorage.clear();
      }
      localStorage.setItem('lang', storedLang);
      if (storedToken !== '') localStorage.setItem('token', storedToken);
    },
    [token, lang, isBack] as const,
  );
  await page.goto(typeof place.at === 'string' ? place.at : await place.at(look));
  await place.open(look);
  // Content that loads later would move a field.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  return look;
}
