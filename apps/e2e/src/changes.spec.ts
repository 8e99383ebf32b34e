import { randomUUID } from 'node:crypto';

import { createRequestFile } from './request-file.ts';
import { callAs } from './calls.ts';
import { createNewcomer } from './colleagues.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

test('open tabs show a new message at once and share one change stream', async ({
  page,
  portal,
}) => {
  const agent = await createNewcomer(page.request, portal, 'Salwa', { isApproved: true });
  const beneficiary = 'nord.cooperative@example.org';
  const { stepId } = await createRequestFile(portal.databaseUrl, { owner: agent, beneficiary });
  await signedIn(page, portal.url, beneficiary);
  const lines: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/changes')) lines.push(request.url());
  });
  const opened = page.waitForResponse(/\/api\/changes$/);
  await page.goto('/requests');
  const unread = page.getByRole('link', { name: /^Messages.*non lu/ });
  await expect(page.getByRole('link', { name: /^Messages/ })).toBeVisible();
  expect((await opened).headers()).toMatchObject({ 'x-accel-buffering': 'no' });
  // A second tab reads the unread counts when it opens, and again when it learns that the stream is connected.
  const tab = await page.context().newPage();
  let readings = 0;
  tab.on('response', (answer) => {
    if (answer.url().endsWith('/api/unread')) readings += 1;
  });
  await tab.goto('/requests');
  await expect.poll(() => readings).toBeGreaterThanOrEqual(2);
  await expect(unread).toHaveCount(0);

  // From now on no page polls within five minutes.
  const unreadReloaded = tab.waitForResponse(/\/api\/unread$/);
  await callAs(page.request, portal, agent, `/processing/step/${String(stepId)}/messages`, {
    body: 'Votre dossier est complet.',
    clientKey: randomUUID(),
  });
  expect((await unreadReloaded).status()).toBe(200);
  await expect(unread).toBeVisible();
  await expect(tab.getByRole('link', { name: /^Messages.*non lu/ })).toBeVisible();
  expect(lines).toHaveLength(1);
});
