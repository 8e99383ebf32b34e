import { worklistColumns } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { chosenColumns, optionalColumns, storeColumns } from './chosen-columns.ts';

it('contains the columns of the contract', () => {
  expect(optionalColumns).toEqual(worklistColumns);
});

it('shows the specified columns first, then the person’s selected columns', () => {
  const specified = ['dateRequest', 'beneficiary', 'percent', 'service', 'processingStepStatus'];
  expect(chosenColumns('a')).toEqual(specified);
  storeColumns('a', ['dueOn', 'beneficiary']);
  expect(chosenColumns('a')).toEqual(['beneficiary', 'dueOn']);
  expect(chosenColumns('b')).toEqual(specified);
  storeColumns('a', []);
  expect(chosenColumns('a')).toEqual([]);
});
