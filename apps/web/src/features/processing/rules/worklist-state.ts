import { worklistDialogs } from '@wasl/contracts';

import type { RequestFilter } from '../../../domain/requests/request-filter.ts';
import { day, oneOf, sortBy, text, whole } from '../../../lib/url-state.ts';

/** Parts of the worklist, as the address names them; `all` is the whole. */
export const tabs = ['all', 'todo', 'waiting', 'late', 'done'] as const;
export type Tab = (typeof tabs)[number];

/** Whose steps, as the address names them. */
export const owners = ['all', 'mine', 'none'] as const;
export type Owners = (typeof owners)[number];

/** Part, filter, sort and page of the worklist, as the address bar keeps them. */
export const worklistState = {
  tab: oneOf(tabs),
  owner: oneOf(owners),
  number: text(),
  from: day(),
  to: day(),
  sort: sortBy(['dateRequest', 'numRequest', 'percent'], {
    field: 'dateRequest',
    direction: 'desc',
  }),
  page: whole(),
  size: oneOf([8, 15, 20]),
  /** The step that a mail or a notice leads to, and the dialog to act in. */
  step: whole(),
  open: oneOf(['', ...worklistDialogs]),
} as const;

export const noFilter = { number: '', from: null, to: null } as const satisfies RequestFilter;

/** The part and whose steps, as the calls take them: the whole has no name there. */
export const partQuery = ({ tab, owner }: { readonly tab: Tab; readonly owner: Owners }) => ({
  ...(tab === 'all' ? {} : { tab }),
  ...(owner === 'all' ? {} : { owner }),
});
