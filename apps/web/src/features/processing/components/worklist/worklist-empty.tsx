import { Button, Group } from '@mantine/core';
import { IconInbox, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../../ui/states.tsx';
import type { Owners, Tab } from '../../rules/worklist-state.ts';

/** Names of the organisation's people, each of which starts a search. */
function DidYouMean({
  names,
  onSearch,
}: {
  names: readonly string[];
  onSearch: (name: string) => void;
}) {
  const { t } = useTranslation('agent');
  if (names.length === 0) return null;
  return (
    <Group role="status" gap="xs" justify="center" c="var(--wasl-text)">
      <span>{t('empty.didYouMean')}</span>
      {names.map((name) => (
        <Button key={name} size="compact-md" onClick={() => onSearch(name)}>
          <bdi>{name}</bdi>
        </Button>
      ))}
    </Group>
  );
}

export default function WorklistEmpty({
  isFiltered,
  suggestions,
  tab,
  owner,
  onShowAll,
  onSearch,
  importButton,
}: {
  /** A search or filter is active, apart from the part. */
  isFiltered: boolean;
  /** Names that are like the search. */
  suggestions: readonly string[];
  tab: Tab;
  owner: Owners;
  /** Shows everything: without the filter, or without the part. */
  onShowAll: (what: 'filter' | 'part') => void;
  onSearch: (text: string) => void;
  /** Shown when the organisation has no steps at all. */
  importButton: ReactNode;
}) {
  const { t } = useTranslation('agent');
  const showAll = (what: 'filter' | 'part') => (
    <Button variant="default" onClick={() => onShowAll(what)}>
      {t('empty.showAll')}
    </Button>
  );
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconSearchOff size={44} stroke={1.4} aria-hidden />}
        title={t('empty.noMatch')}
        reason={t('empty.noMatchReason')}
        action={
          <>
            <DidYouMean names={suggestions} onSearch={onSearch} />
            {showAll('filter')}
          </>
        }
      />
    );
  }
  const icon = <IconInbox size={44} stroke={1.4} aria-hidden />;
  if (tab === 'all' && owner === 'all') {
    return (
      <EmptyState
        icon={icon}
        title={t('empty.none')}
        reason={t('empty.noneReason')}
        action={importButton}
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={
        owner === 'all' ? t(`empty.tab.${tab === 'all' ? 'todo' : tab}`) : t(`empty.owner.${owner}`)
      }
      action={showAll('part')}
    />
  );
}
