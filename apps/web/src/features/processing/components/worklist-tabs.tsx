import { Group, Stack } from '@mantine/core';
import type { Endpoints, ResponseOf } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { useFormats } from '../../../lib/formats.ts';
import { type StateOf, writeState } from '../../../lib/url-state.ts';
import layout from '../../../ui/layout/layout.module.css';
import { owners, sortOfTab, tabs, worklistState } from '../rules/worklist-state.ts';
import { DeadlineSort } from './deadline-sort.tsx';
import styles from './worklist.module.css';

type Counts = ResponseOf<Endpoints['countWorklist']>;

/** The figure of each choice of whose steps are shown. */
const counted = { all: 'everybodys', mine: 'mine', none: 'nobodys' } as const;

/** The parts of the worklist with how many rows each has; the address says which one is shown. */
export function WorklistTabs({
  state,
  counts,
  children,
}: {
  state: StateOf<typeof worklistState>;
  counts: Counts | undefined;
  /** What can be done with the part that is shown. */
  children: ReactNode;
}) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const [params] = useSearchParams();
  return (
    <Stack gap="xs">
      <Group gap="8px 12px" justify="flex-end">
        <nav aria-label={t('tabs.label')} className={styles['tabs']}>
          {tabs.map((tab) => {
            const search = writeState(
              worklistState,
              { ...state, tab, sort: sortOfTab(tab), page: 0 },
              params,
            ).toString();
            return (
              <Link
                key={tab}
                to={{ search }}
                className={styles['tab']}
                aria-current={tab === state.tab ? 'page' : undefined}
                data-alert={tab === 'late' && (counts?.late ?? 0) > 0 ? true : undefined}
              >
                {t(`tabs.${tab}`)}
                {counts === undefined ? null : (
                  <span className={styles['count']}>
                    <bdi>{formats.number(counts[tab])}</bdi>
                  </span>
                )}
              </Link>
            );
          })}
        </nav>
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
                {count === undefined ? null : <bdi>{formats.number(count)}</bdi>}
              </Link>
            );
          })}
        </nav>
        <div className={styles['partsAction']}>{children}</div>
      </Group>
      {state.tab === 'all' ? null : (
        <p className={layout['muted']}>
          {t(`tabs.hint.${state.tab}`)} <DeadlineSort state={state} />
        </p>
      )}
    </Stack>
  );
}
