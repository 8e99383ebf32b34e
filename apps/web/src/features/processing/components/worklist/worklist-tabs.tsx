import { Button, Stack } from '@mantine/core';
import type { Endpoints, ResponseOf } from '@wasl/contracts';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { useFormats } from '../../../../lib/format/formats.ts';
import { type StateOf, writeState } from '../../../../lib/routing/address-state.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { positionUnder } from '../../../../ui/position-under.ts';
import { owners, sortOfTab, tabs, worklistState } from '../../rules/worklist-state.ts';
import styles from './worklist.module.css';

interface Shown {
  readonly state: StateOf<typeof worklistState>;
  readonly counts: ResponseOf<Endpoints['countWorklist']> | undefined;
}

const counted = { all: 'everybodys', mine: 'mine', none: 'nobodys' } as const;

function useCountText() {
  const formats = useFormats();
  return (value: number | undefined) => (value === undefined ? '…' : formats.counted(value));
}

function Count({ value }: { value: number | undefined }) {
  const countText = useCountText();
  return <bdi className={styles['count']}>{countText(value)}</bdi>;
}

function Tabs({ state, counts, onChoose }: Shown & { onChoose: () => void }) {
  const { t } = useTranslation('worklist');
  const [params] = useSearchParams();
  return (
    <Stack component="nav" gap={0} aria-label={t('tabs.label')}>
      {tabs.map((tab) => {
        const next = { ...state, tab, sort: sortOfTab(tab), page: 0 };
        return (
          <Link
            key={tab}
            to={{ search: writeState(worklistState, next, params).toString() }}
            className={styles['part']}
            onClick={onChoose}
            aria-current={tab === state.tab ? 'page' : undefined}
            data-alert={tab === 'late' && (counts?.late ?? 0) > 0 ? true : undefined}
          >
            {t(`tabs.${tab}`)}
            <Count value={counts?.[tab]} />
          </Link>
        );
      })}
    </Stack>
  );
}

function Owners({ state, counts, onChoose }: Shown & { onChoose: () => void }) {
  const { t } = useTranslation('worklist');
  const [params] = useSearchParams();
  return (
    <Stack component="nav" gap={0} aria-label={t('owner.parts')}>
      {owners.map((owner) => {
        const next = { ...state, owner, page: 0 };
        return (
          <Link
            key={owner}
            to={{ search: writeState(worklistState, next, params).toString() }}
            className={styles['part']}
            onClick={onChoose}
            aria-current={owner === state.owner ? 'page' : undefined}
          >
            {t(`owner.part.${owner}`)}
            <Count value={counts?.[counted[owner]]} />
          </Link>
        );
      })}
    </Stack>
  );
}

/** The shown part of the list with its count; it opens the links to the other parts. */
export function WorklistParts({ state, counts }: Shown) {
  const { t } = useTranslation(['worklist', 'common']);
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { tab, owner } = state;
  const countText = useCountText();
  const close = () => {
    list.current?.hidePopover();
    opener.current?.focus();
  };
  const parts = [
    t(`tabs.${tab}`),
    ...(owner === 'mine' || owner === 'none' ? [t(`owner.part.${owner}`)] : []),
  ].join(' · ');
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        px="sm"
        aria-label={t('common:labelled', {
          label: t('tabs.label'),
          value: `${parts} ${countText(counts?.[tab])}`,
        })}
        popoverTarget={id}
        rightSection={<IconChevronDown size={16} aria-hidden />}
      >
        {parts}&nbsp;
        <Count value={counts?.[tab]} />
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className={`${layout['popover'] ?? ''} ${styles['parts'] ?? ''}`}
        onToggle={({ newState }) => {
          if (newState !== 'open' || opener.current === null || list.current === null) return;
          positionUnder(opener.current, list.current, 'start');
          list.current.querySelector<HTMLElement>('[aria-current]')?.focus();
        }}
      >
        <Tabs state={state} counts={counts} onChoose={close} />
        <Owners state={state} counts={counts} onChoose={close} />
      </div>
    </>
  );
}
