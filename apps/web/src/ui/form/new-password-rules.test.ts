import { savePasswordBody } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { faultsOf } from '../../testing/faults.ts';
import { passwordRules } from './new-password-rules.ts';
import { formResolver } from './rules.ts';

const broken = (password: string) =>
  passwordRules.filter(({ isMet }) => !isMet(password)).map(({ name }) => name);

it.each([
  ['Rif#Montagne26', []],
  ['aB3!aB3', ['length']],
  ['rif#montagne26', ['upper']],
  ['RIF#MONTAGNE26', ['lower']],
  ['Rif#Montagne', ['digit']],
  ['RifMontagne26', ['special']],
])('%s breaks the rules %j', (password, rules) => expect(broken(password)).toEqual(rules));

it.each('!@#$%^&*'.split(''))('accepts %s as the special character', (sign) => {
  expect(broken(`Rif${sign}Montagne26`)).toEqual([]);
});

it('reports a differing confirmation together with a weak password, and accepts an equal confirmation', async () => {
  const resolver = formResolver<{ password: string; confirmPassword: string }>(savePasswordBody);
  const faults = (password: string, confirmPassword: string) =>
    faultsOf(resolver, { password, confirmPassword });
  expect(Object.keys(await faults('court', 'autre'))).toEqual(['password', 'confirmPassword']);
  expect(await faults('Rif#Montagne26', 'Rif#Montagne27')).toEqual({
    confirmPassword: 'validation.confirmationDiffers',
  });
  expect(await faults('Rif#Montagne26', 'Rif#Montagne26')).toEqual({});
});
