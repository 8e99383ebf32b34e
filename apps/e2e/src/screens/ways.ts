import type { Page } from '@playwright/test';

import type { Look } from './look-at-all.ts';

/** People of the demonstration set: one with every kind of request, and one who has not begun. */
export const amina = 'amina@example.org';
export const cooperative = 'nord.cooperative@example.org';
export const longNeed =
  'Ouvrir un atelier de savonnerie à Tanger, avec une presse à froid, un point de vente et deux emplois. مشروع صابون بزيت الزيتون';

/** Presses what has the words of a key. */
export const click = (look: Look, role: 'button' | 'link' | 'tab', key: string) =>
  look.page
    .getByRole(role, { name: look.say(key) })
    .first()
    .click();
/** One step on. */
export const next = (look: Look) => click(look, 'button', 'common:actions.next');
/** A heading of this level is there. */
export const heading = (page: Page, level: number) =>
  page.getByRole('heading', { level }).first().waitFor();
/** A dialog is there. */
export const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
/** Something in a dialog is there. */
export const inDialog = async (page: Page, selector: string) => {
  await page.getByRole('dialog').locator(selector).first().waitFor();
};

/** The newest request of whoever looks, in a status. */
export async function requestIn({ call }: Look, status: string): Promise<string> {
  const rows = (await call('POST', '/requests/filter?size=50', [])) as {
    id: number;
    status: { code: string };
  }[];
  const row = rows.find((one) => one.status.code === status);
  if (row === undefined) throw new Error(`no request is ${status}`);
  return String(row.id);
}

/** A draft on the device, as an earlier visit left it. */
export async function leaveDraft(page: Page, key: string, value: unknown): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      localStorage.setItem(`draft:${name}`, text);
    },
    [key, JSON.stringify({ value, savedAt: Date.now() - 3_600_000 })] as const,
  );
}

/** Pages that leave for the sign-in after three seconds stay: what waits that long never comes. */
export async function staysThere({ page }: { page: Page }): Promise<void> {
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (work: () => void, wait = 0) => (wait < 2500 ? soon(work, wait) : 0),
    });
  });
}

/** Opens the bell of the top bar, whatever it counts. */
export async function openBell({ page, say }: Look): Promise<void> {
  const name = new RegExp(say('layout:bell').source.slice(0, -1));
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).waitFor();
}
