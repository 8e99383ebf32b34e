import { expect, type CDPSession, type Page } from '@playwright/test';

const slow4g = { downloadThroughput: 204_800, uploadThroughput: 84_375, latency: 150 };
const lost = 'Connexion coupée';

export interface Line {
  readonly cut: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** A slow connection that can be cut. One part of an upload takes three seconds. */
export async function slowLine(page: Page): Promise<Line> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const set = async (offline: boolean) => {
    await session.send('Network.emulateNetworkConditions', { offline, ...slow4g });
  };
  await set(false);
  return { cut: () => set(true), restore: () => set(false) };
}

/** Resolves when the page begins to send this part of an upload, counted from the call. */
export async function partBegins(page: Page, part: number): Promise<void> {
  let begun = 0;
  await page.waitForRequest((request) => {
    if (request.method() === 'PATCH') begun += 1;
    return begun === part;
  });
}

/** Starts an upload, and cuts its line twice, each time while a second part is being sent. */
export async function cutTwice(
  page: Page,
  line: Line,
  startUpload: () => Promise<void>,
): Promise<void> {
  for (const proceed of [startUpload, line.restore]) {
    const second = partBegins(page, 2);
    await proceed();
    await second;
    await line.cut();
    await expect(page.getByText(lost)).toBeVisible();
  }
  await line.restore();
  await expect(page.getByText(lost)).toHaveCount(0);
}
