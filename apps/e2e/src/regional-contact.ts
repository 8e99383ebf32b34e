import type { Page } from '@playwright/test';

import { expect } from './server.ts';

/** Expects the regional centre's telephone, WhatsApp, address and hours. */
export async function expectRegionalContact(page: Page): Promise<void> {
  const centre = page.getByRole('region', { name: /Parlez à quelqu’un/ });
  for (const [name, address] of [
    ['+212600000090', 'tel:+212600000090'],
    ['+212600000091', 'https://wa.me/212600000091'],
  ] as const)
    await expect(centre.getByRole('link', { name })).toHaveAttribute('href', address);
  await expect(centre).toContainText('12, avenue de l’Exemple, Tanger');
  await expect(centre).toContainText(/Du lundi au vendredi/);
}
