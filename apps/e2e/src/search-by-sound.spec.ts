import type { Page } from '@playwright/test';

import { expect, test } from './server.ts';
import { signedIn, tokenOf } from './signed-in.ts';

const agent = 'agent.cri@example.org';
const person = 'amina@example.org';

async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox');
  await box.fill(text);
  await box.press('Enter');
}

test('an agent finds Temsamani as تمسماني, and by “Vouliez-vous dire”', async ({
  page,
  portal,
}) => {
  const rename = async (nom: string) => {
    const headers = { authorization: `Bearer ${await tokenOf(page.request, portal.url, person)}` };
    const api = `${portal.url}/api`;
    const current = await page.request.get(`${api}/currentUser/${person}`, { headers });
    const data = { ...((await current.json()) as object), nom };
    const answer = await page.request.put(`${api}/updateBeneficiaryUser`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await rename('Temsamani');
  try {
    await signedIn(page, portal.url, agent);
    await page.goto('/requests');
    const row = page.getByRole('row').filter({ hasText: 'Temsamani' }).first();

    await search(page, 'تمسماني');
    await expect(page).toHaveURL(/search=/);
    await expect(row).toBeVisible();
    // Another spelling, and a telephone as people paste it.
    for (const text of ['Tamsamani', '+212 600-000-001', '00212 6 00 00 00 01', '٠٦٠٠٠٠٠٠٠١']) {
      await search(page, 'Qwrtzx');
      await expect(row).toHaveCount(0);
      await search(page, text);
      await expect(row).toBeVisible();
    }

    await search(page, 'Tensamani');
    await expect(page.getByText('Vouliez-vous dire')).toBeVisible();
    await page.getByRole('button', { name: 'Amina Temsamani' }).click();
    await expect(row).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('Amina Temsamani');

    await search(page, 'autorisatoin');
    await page.getByRole('button', { name: 'autorisation' }).click();
    await expect(page.getByText('Autorisation', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('autorisation');

    await search(page, 'Qwrtzx');
    await expect(page.getByText('Aucune demande ne correspond à cette recherche')).toBeVisible();
    await expect(page.getByText('Vouliez-vous dire')).toBeHidden();

    await rename('تمسماني');
    for (const text of ['Temsamani', 'Tamsamani']) {
      await search(page, text);
      await expect(page.getByRole('row').filter({ hasText: 'تمسماني' }).first()).toBeVisible();
    }
  } finally {
    await rename('Idrissi');
  }
});
