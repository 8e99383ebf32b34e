import type { SavedView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { readState } from '../../../lib/routing/address-state.ts';
import { hasUnsaved, viewAddress, activeView, viewQuery } from './saved-views.ts';
import { worklistState } from './worklist-state.ts';

const read = (address: string) => readState(worklistState, new URLSearchParams(address));
const late: SavedView = {
  id: 7,
  name: 'En retard',
  query: 'tab=late&owner=mine',
  isShared: false,
  isColleagueGone: false,
  version: 1,
};
const all: SavedView = { ...late, id: 8, name: 'Tout', query: '' };

it.each([
  ['', ''],
  ['owner=mine&tab=late', 'tab=late&owner=mine'],
  ['tab=late&page=3&size=50&step=4&open=update&view=9', 'tab=late'],
  ['tab=todo&sort=dueOn,asc', 'tab=todo&sort=dueOn%2Casc'],
  ['tab=todo&sort=assignedAt,asc', 'tab=todo'],
  ['search=amina&number=12&service=FIN&from=2026-01-05', 'from=2026-01-05&service=FIN'],
])('of the address “%s” a view stores “%s”', (address, stored) => {
  expect(viewQuery(read(address))).toBe(stored);
});

it('detects filters that a view does not store', () => {
  expect(hasUnsaved(read('tab=late&service=FIN'))).toBe(false);
  expect(hasUnsaved(read('search=amina'))).toBe(true);
  expect(hasUnsaved(read('number=2026'))).toBe(true);
});

it('is opened by its address, on the first page, with the current page size', () => {
  expect(viewAddress(late, read('tab=todo&search=amina&page=2&size=25'))).toBe(
    'tab=late&owner=mine&size=25&view=7',
  );
  expect(read(viewAddress(late, read('')))).toMatchObject({ tab: 'late', owner: 'mine', view: 7 });
});

it.each([
  ['tab=late&owner=mine&view=7&page=2', late, undefined],
  ['tab=late&owner=mine', late, undefined],
  ['tab=late&view=7', undefined, late],
  ['view=7', undefined, late],
  ['', all, undefined],
  // The view was deleted meanwhile.
  ['tab=todo&view=99', undefined, undefined],
])('detects the active view, or the changed view, at “%s”', (address, current, left) => {
  expect(activeView([late, all], read(address))).toEqual({ current, left });
});
