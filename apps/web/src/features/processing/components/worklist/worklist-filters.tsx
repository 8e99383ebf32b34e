import { NativeSelect, TextInput } from '@mantine/core';
import type { ReferenceParent } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../../../domain/accounts/current-user.ts';
import { useReferenceChoices } from '../../../../domain/reference/reference-choices.ts';
import type { RequestFilter } from '../../../../domain/requests/request-filter.ts';
import { RequestFilterBar } from '../../../../domain/requests/request-filter-bar.tsx';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { directionOf } from '../../../../ui/form/direction.ts';
import { allJourneys } from '../../rules/worklist-calls.ts';
import {
  barSortOf,
  barSorts,
  noFilter,
  sortText,
  type worklistState,
} from '../../rules/worklist-state.ts';

export interface BarFilter extends RequestFilter {
  /** Id of a colleague, or ''. */
  readonly assignee: string;
  /** Code of a service, or ''. */
  readonly service: string;
  /** A part of the name of a city, or ''. */
  readonly town: string;
  /** Id of a journey, or 0. */
  readonly journey: number;
  readonly stepStatus: StateOf<typeof worklistState>['stepStatus'];
  /** `field,direction` */
  readonly sort: string;
}

/** Filter by an entry of a reference list. */
function ReferenceFilter({
  list,
  label,
  value,
  onChange,
  children,
}: {
  list: ReferenceParent;
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** Further options, before those of the list. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('worklist');
  const { choices = [] } = useReferenceChoices(list);
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('filter.any')}</option>
      {children}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Filter by owner: a colleague who can sign in, or the one in the address. */
function ColleagueFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('worklist');
  const user = useCurrentUser().data;
  const partnerId = user !== undefined && 'partner' in user ? user.partner?.id : undefined;
  const { data } = useEndpoint(
    'listColleagues',
    partnerId === undefined ? null : { params: { id: partnerId } },
  );
  const active = data?.filter(({ state }) => state === 'active') ?? [];
  const isKnown = value === '' || active.some(({ id }) => id === value);
  return (
    <NativeSelect
      label={t('filter.colleague')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('filter.anyColleague')}</option>
      {isKnown ? null : (
        // Colleagues who left, with their steps; an empty list thus shows its reason.
        <option value={value}>{data === undefined ? '…' : t('filter.leftColleague')}</option>
      )}
      {active.map(({ id, prenom, nom, isSelf }) => (
        <option key={id} value={id}>
          {isSelf ? t('owner.me') : `${prenom} ${nom}`}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Filter by journey, also by one that is closed now. */
function JourneyFilter({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const { t } = useTranslation('worklist');
  const { data = [] } = useEndpoint('searchJourneyDefs', allJourneys);
  return (
    <NativeSelect
      label={t('need.journey')}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      <option value={0}>{t('filter.any')}</option>
      {data.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Sorts by waiting time and deadline too, which no column shows. */
function SortField({ value, onChange }: { value: string; onChange: (sort: string) => void }) {
  const { t } = useTranslation(['worklist', 'agent', 'common']);
  return (
    <NativeSelect
      label={t('common:table.sort')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {barSortOf(value) === undefined ? (
        <option value={value}>{t('common:table.otherSort')}</option>
      ) : null}
      {barSorts.map((sort) => (
        <option key={sort.field} value={sortText(sort)}>
          {t(`agent:sort.${sort.field as 'dateRequest' | 'assignedAt' | 'dueOn'}`)}
        </option>
      ))}
    </NativeSelect>
  );
}

export default function WorklistFilters({
  filter,
  initialSort,
  onSearch,
}: {
  filter: BarFilter;
  /** The sort of the part, which Reset restores. */
  initialSort: string;
  onSearch: (filter: BarFilter) => void;
}) {
  const { t } = useTranslation('worklist');
  return (
    <RequestFilterBar<BarFilter>
      words={{
        label: t('filter.label'),
        number: t('filter.number'),
        from: t('filter.from'),
        to: t('filter.to'),
      }}
      filter={filter}
      noFilter={{
        ...noFilter,
        assignee: '',
        service: '',
        town: '',
        journey: 0,
        stepStatus: '',
        sort: initialSort,
      }}
      isFolding={false}
      onSearch={onSearch}
    >
      {(draft, change) => (
        <>
          <ReferenceFilter
            list="SERVICE"
            label={t('table.service')}
            value={draft.service}
            onChange={(service) => change({ service })}
          />
          <ReferenceFilter
            list="PROCESSING_STEP_STATUS"
            label={t('table.status')}
            value={draft.stepStatus}
            onChange={(code) => change({ stepStatus: code as BarFilter['stepStatus'] })}
          >
            <option value="OPEN">{t('filter.open')}</option>
            <option value="AWAKE">{t('filter.awake')}</option>
            <option value="SNOOZED">{t('filter.snoozed')}</option>
          </ReferenceFilter>
          <TextInput
            name="town"
            label={t('filter.town')}
            value={draft.town}
            maxLength={100}
            {...directionOf(draft.town)}
            onChange={(event) => change({ town: event.currentTarget.value })}
          />
          <JourneyFilter value={draft.journey} onChange={(journey) => change({ journey })} />
          <ColleagueFilter value={draft.assignee} onChange={(assignee) => change({ assignee })} />
          <SortField value={draft.sort} onChange={(sort) => change({ sort })} />
        </>
      )}
    </RequestFilterBar>
  );
}
