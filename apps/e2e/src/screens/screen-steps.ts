import type { Page } from '@playwright/test';

import type { Look, Screen } from './check-screens.ts';

/** People of the demonstration data: one with every kind of request, and one without requests. */
export const amina = 'amina@example.org';
export const cooperative = 'nord.cooperative@example.org';
export const longNeed =
  'Ouvrir un atelier de savonnerie à Tanger, avec une presse à froid, un point de vente et deux emplois. مشروع صابون بزيت الزيتون';

export const click = (look: Look, role: 'button' | 'checkbox' | 'link' | 'tab', key: string) =>
  look.page
    // The name may end with the request that the button acts on.
    .getByRole(role, { name: new RegExp(`${look.textOf(key).source.slice(0, -1)}(?:\\s?:.*)?$`) })
    .first()
    .click();
export const next = (look: Look) => click(look, 'button', 'common:actions.next');
export const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
export const inDialog = async (page: Page, selector: string) => {
  await page.getByRole('dialog').locator(selector).first().waitFor();
};

/** Resolves when the selector matches. */
export const waitForSelector =
  (selector: string) =>
  ({ page }: Look) =>
    page.locator(selector).filter({ visible: true }).first().waitFor();
/** Resolves when an element of this role exists. */
export const waitForRole =
  (role: 'form' | 'alert' | 'log') =>
  ({ page }: Look) =>
    page.getByRole(role).first().waitFor();
/** Resolves when the text of a key is visible. */
export const waitForText =
  (key: string) =>
  ({ page, textOf }: Look) =>
    page.getByText(textOf(key)).first().waitFor();
/** Presses a button; resolves when its dialog has the content. */
export const openDialog = (key: string, selector?: string) => async (look: Look) => {
  await click(look, 'button', key);
  await (selector === undefined ? dialog(look.page) : inDialog(look.page, selector));
};
/** Address for the newest request with a status; its id replaces `:id`. */
export const requestAddress = (status: string, address: string) => async (look: Look) =>
  address.replace(':id', await requestIn(look, status));
/** `as` of a visitor, for a row in the table of one person's screens. */
export const anonymous = '';
/** Screens of one person, most of them at one address; a row contains only a different one. */
export const screensOf = (
  usual: Pick<Screen, 'as' | 'at'>,
  screens: readonly (Omit<Screen, 'at'> & Partial<Pick<Screen, 'at'>>)[],
): readonly Screen[] => screens.map((screen) => ({ ...usual, ...screen }));

export async function requestIn({ call }: Look, status: string): Promise<string> {
  const rows = (await call('POST', '/requests/filter?size=50', [])) as {
    id: number;
    status: { code: string };
  }[];
  const row = rows.find((one) => one.status.code === status);
  if (row === undefined) throw new Error(`no request is ${status}`);
  return String(row.id);
}

/** A draft on the device from an earlier visit. */
export async function leaveDraft(page: Page, key: string, value: unknown): Promise<void> {
  await page.evaluate(([name, text]) => localStorage.setItem(`draft:${name}`, text), [
    key,
    JSON.stringify({ value, savedAt: Date.now() - 3_600_000 }),
  ] as const);
}

/** Disables timers of 2.5 seconds and more, such as the redirect to the sign-in or the prefetch of code. */
export async function disableLongTimers({ page }: { page: Page }): Promise<void> {
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (work: () => void, wait = 0) => (wait < 2500 ? soon(work, wait) : 0),
    });
  });
}

/** Opens the bell of the top bar, whatever its count. */
export async function openBell({ page, textOf }: Look): Promise<void> {
  const name = new RegExp(textOf('layout:bell').source.slice(0, -1));
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).waitFor();
}
