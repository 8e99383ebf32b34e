import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../../../domain/accounts/current-user.ts';
import { formatDay, isolated } from '../../../../lib/format/formats.ts';
import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { allJourneys } from '../../rules/worklist-calls.ts';
import {
  activeLinkedFilters,
  type LinkedFilter,
  noWorklistFilter,
  type worklistState,
} from '../../rules/worklist-state.ts';

type State = StateOf<typeof worklistState>;

/** Filters set by a link of another page; each shows its meaning and is removed when pressed. */
export default function LinkedFilters({
  state,
  onChange,
}: {
  state: State;
  onChange: (change: Partial<State>) => void;
}) {
  const { t } = useTranslation(['worklist', 'agent', 'common']);
  const active = activeLinkedFilters(state);
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
  const user = useCurrentUser().data;
  const partnerId = user !== undefined && 'partner' in user ? user.partner?.id : undefined;
  const colleagues = useEndpoint(
    'listColleagues',
    active.includes('closedBy') && partnerId !== undefined ? { params: { id: partnerId } } : null,
  );
  const valueOf = (key: LinkedFilter): string => {
    const value = String(state[key] ?? '');
    if (key === 'service')
      return services.data?.find(({ code }) => code === value)?.libelle ?? value;
    if (key === 'stepStatus') {
      if (value === 'SNOOZED') return t('filter.snoozed');
      if (value === 'AWAKE') return t('filter.awake');
      return value === 'OPEN'
        ? t('filter.open')
        : (statuses.data?.find(({ code }) => code === value)?.libelle ?? value);
    }
    if (key === 'town') return state.town;
    if (key === 'stars') return value;
    if (key === 'closedBy') {
      const closer = colleagues.data?.find(({ id }) => id === value);
      if (closer !== undefined) return `${closer.prenom} ${closer.nom}`;
      return colleagues.data === undefined ? '…' : t('filter.leftColleague');
    }
    if (key === 'journey') {
      return journeys.data?.find(({ id }) => id === state.journey)?.title ?? String(state.journey);
    }
    // Their labels already contain the value.
    if (['clock', 'conversation', 'documents', 'import'].includes(key)) return '';
    return formatDay(value);
  };
  return (
    <Group component="ul" gap="xs" aria-label={t('agent:linked.label')}>
      {active.map((key) => {
        const value = isolated(valueOf(key));
        const text =
          key === 'stepStatus'
            ? t('common:labelled', { label: t('table.status'), value })
            : t(`agent:linked.${key}`, { value });
        return (
          <li key={key}>
            <Button
              size="compact-md"
              variant="default"
              rightSection={<IconX size={16} aria-hidden />}
              aria-label={t('agent:linked.remove', { filter: text })}
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
