import { Group } from '@mantine/core';
import type { Endpoints, ResponseOf } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { useFormats } from '../../../../lib/format/formats.ts';
import { type StateOf, writeState } from '../../../../lib/routing/address-state.ts';
import { owners, sortOfTab, tabs, worklistState } from '../../rules/worklist-state.ts';
import styles from './worklist.module.css';

interface Shown {
  readonly state: StateOf<typeof worklistState>;
  readonly counts: ResponseOf<Endpoints['countWorklist']> | undefined;
}

const counted = { all: 'everybodys', mine: 'mine', none: 'nobodys' } as const;

export function WorklistTabs({ state, counts }: Shown) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const [params] = useSearchParams();
  return (
    <Group component="nav" gap={0} aria-label={t('tabs.label')}>
      {tabs.map((tab) => {
        const next = { ...state, tab, sort: sortOfTab(tab), page: 0 };
        return (
          <Link
            key={tab}
            to={{ search: writeState(worklistState, next, params).toString() }}
            className={styles['tab']}
            aria-current={tab === state.tab ? 'page' : undefined}
            data-alert={tab === 'late' && (counts?.late ?? 0) > 0 ? true : undefined}
          >
            {t(`tabs.${tab}`)}
            {counts === undefined ? null : (
              <span className={styles['count']}>
                <bdi>{formats.counted(counts[tab])}</bdi>
              </span>
            )}
          </Link>
        );
      })}
    </Group>
  );
}

export function WorklistOwners({ state, counts }: Shown) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const [params] = useSearchParams();
  return (
    <nav aria-label={t('owner.parts')} className={styles['owners']}>
      {owners.map((owner) => {
        const next = { ...state, owner, page: 0 };
        const count = counts?.[counted[owner]];
        return (
          <Link
            key={owner}
            to={{ search: writeState(worklistState, next, params).toString() }}
            className={styles['ownerPart']}
            aria-current={owner === state.owner ? 'page' : undefined}
          >
            {t(`owner.part.${owner}`)}
            {count === undefined ? null : <bdi>{formats.counted(count)}</bdi>}
          </Link>
        );
      })}
    </nav>
  );
}
