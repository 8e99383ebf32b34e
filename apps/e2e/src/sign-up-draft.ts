import type { Page } from '@playwright/test';
import { sampleIndividual, samplePerson } from '@wasl/contracts/testing';

import { demoPassword } from './signed-in.ts';

/** A sign-up begun on the device, without the password and the number of the identity card. */
export const signUpDraft = {
  ...samplePerson,
  nom: 'Bennani',
  levelOfStudy: 'BAC',
  type: 'particulier',
  individualDto: { profil: sampleIndividual.profil, area: 'AGRICULTURE' },
} as const;

export async function leaveSignUp(page: Page, value: object, kind = 'ben'): Promise<void> {
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `draft:anonymous:sign-up-${kind}`,
    JSON.stringify({ savedAt: Date.now() - 3_600_000, value }),
  ] as const);
}

/** Resumes the draft up to the second step. */
export async function resumeSignUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await page.getByLabel(/^Mot de passe/).fill(demoPassword);
  await page.getByLabel(/^Confirmation du mot de passe/).fill(demoPassword);
  await page.getByRole('button', { name: 'Suivant' }).click();
}
