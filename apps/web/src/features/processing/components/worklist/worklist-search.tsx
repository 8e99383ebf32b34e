import { Button, Group, TextInput } from '@mantine/core';
import { isSearchable, searchMinLength } from '@wasl/contracts/characters';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../../../lib/format/formats.ts';
import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { directionOf } from '../../../../ui/form/direction.ts';
import {
  linkedFilters,
  type LinkedFilter,
  noWorklistFilter,
  type worklistState,
} from '../../rules/worklist-state.ts';
import { allJourneys } from '../../rules/worklist-calls.ts';

type State = StateOf<typeof worklistState>;

/** Filters set by a link of another page; each shows its meaning and is removed when pressed. */
export function LinkedFilters({
  state,
  onChange,
}: {
  state: State;
  onChange: (change: Partial<State>) => void;
}) {
  const { t } = useTranslation(['worklist', 'common']);
  const active = linkedFilters.filter(
    (key) => state[key] !== '' && state[key] !== null && state[key] !== 0,
  );
  const services = useEndpoint(
    'paramsByParentI18n',
    active.includes('service') ? { params: { parent: 'SERVICE' } } : null,
  );
  const statuses = useEndpoint(
    'paramsByParentI18n',
    active.includes('stepStatus') ? { params: { parent: 'PROCESSING_STEP_STATUS' } } : null,
  );
  const journeys = useEndpoint(
    'searchJourneyDefs',
    active.includes('journey') ? allJourneys : null,
  );
  if (active.length === 0) return null;
  const valueOf = (key: LinkedFilter): string => {
    const value = String(state[key] ?? '');
    if (key === 'service')
      return services.data?.find(({ code }) => code === value)?.libelle ?? value;
    if (key === 'stepStatus') {
      return value === 'OPEN'
        ? t('filter.open')
        : (statuses.data?.find(({ code }) => code === value)?.libelle ?? value);
    }
    if (key === 'town') return state.town;
    if (key === 'journey') {
      return journeys.data?.find(({ id }) => id === state.journey)?.title ?? String(state.journey);
    }
    // Their labels already contain the value.
    if (key === 'clock' || key === 'conversation' || key === 'documents') return '';
    return formatDay(value);
  };
  return (
    <Group component="ul" gap="xs" aria-label={t('linked.label')}>
      {active.map((key) => {
        const value = isolated(valueOf(key));
        const text =
          key === 'stepStatus'
            ? t('common:labelled', { label: t('table.status'), value })
            : t(`linked.${key}`, { value });
        return (
          <li key={key}>
            <Button
              size="compact-md"
              variant="default"
              rightSection={<IconX size={16} aria-hidden />}
              aria-label={t('linked.remove', { filter: text })}
              onClick={() => onChange({ [key]: noWorklistFilter[key], page: 0 })}
            >
              {text}
            </Button>
          </li>
        );
      })}
    </Group>
  );
}

export function WorklistSearch({
  state,
  onChange,
}: {
  state: State;
  onChange: (change: Partial<State>) => void;
}) {
  const { t } = useTranslation('worklist');
  const [draft, setDraft] = useState(state.search);
  const [seen, setSeen] = useState(state.search);
  const [isShort, setShort] = useState(false);
  // The address changed without this box: the back button, "show all".
  if (seen !== state.search) {
    setSeen(state.search);
    setDraft(state.search);
    setShort(false);
  }
  return (
    <Group
      component="form"
      role="search"
      aria-label={t('search.label')}
      flex="1 1 140px"
      gap={8}
      wrap="nowrap"
      align="start"
      onSubmit={(event) => {
        event.preventDefault();
        const search = draft.trim();
        const isWrong = search !== '' && !isSearchable(search);
        setShort(isWrong);
        if (!isWrong) onChange({ search, page: 0 });
      }}
    >
      <TextInput
        flex={1}
        maw="60ch"
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={draft}
        maxLength={80}
        {...directionOf(draft)}
        error={isShort ? t('search.short', { count: searchMinLength }) : undefined}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          // Clearing the box resets the search at once.
          if (event.currentTarget.value === '' && state.search !== '')
            onChange({ search: '', page: 0 });
        }}
      />
      <Button type="submit" variant="default" px="sm" aria-label={t('search.submit')}>
        <IconSearch size={18} aria-hidden />
      </Button>
    </Group>
  );
}
