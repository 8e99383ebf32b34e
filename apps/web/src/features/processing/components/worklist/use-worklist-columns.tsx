import { Box } from '@mantine/core';
import { places, type WorklistRow } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { DateStated } from '../../../../domain/requests/date-stated.tsx';
import { formatDay, formatMoment, isolated } from '../../../../lib/format/formats.ts';
import type { Column } from '../../../../ui/data-table-props.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import type { OptionalColumn } from '../../rules/chosen-columns.ts';
import { Advancement } from './advancement.tsx';
import { RowState } from './row-state.tsx';
import { StepOwner } from '../step/step-owner.tsx';
import { type Operation, WorklistOperations } from './worklist-operations.tsx';
import styles from './worklist.module.css';

/** The day, with the time in the tooltip; on a card both. */
function DateRequest({ value }: { value: string }) {
  const [day, time] = formatMoment(value).split(' ');
  return (
    <span title={isolated(`${day ?? ''} ${time ?? ''}`)}>
      <LtrText>{day}</LtrText>{' '}
      <span className={layout['narrow']}>
        <LtrText>{time}</LtrText>
      </span>
    </span>
  );
}

const dayOrNone = (day: string | null | undefined) =>
  day === null || day === undefined ? null : <LtrText>{formatDay(day)}</LtrText>;

/** Columns of the worklist (docs/specification.md, portal §2), with the owner of a step next to its status. */
export function useWorklistColumns({
  shown,
  onChoose,
  onChanged,
}: {
  readonly shown: readonly OptionalColumn[];
  readonly onChoose: (row: WorklistRow, operation: Operation) => void;
  /** Called after an action in a row, because the list changed. */
  readonly onChanged: () => unknown;
}): readonly Column<WorklistRow>[] {
  const { t } = useTranslation('worklist');
  const { search } = useLocation();
  const columns: readonly Column<WorklistRow>[] = [
    {
      key: 'numRequest',
      header: t('table.number'),
      sortField: 'numRequest',
      render: (item) =>
        item.processingStepId === null ? (
          <LtrText>{item.numRequest}</LtrText>
        ) : (
          <Box
            component={Link}
            to={{ pathname: places.stepFile(item.id, item.processingStepId), search }}
            aria-label={t('file.open', { number: item.numRequest })}
            display="inline-block"
            py={10}
            my={-10}
          >
            <LtrText>{item.numRequest}</LtrText>
          </Box>
        ),
    },
    {
      key: 'dateRequest',
      header: t('table.date'),
      sortField: 'dateRequest',
      render: (item) => (
        <>
          <DateRequest value={item.dateRequest} />
          {/* The table has no room; the file shows it. */}
          <span className={layout['narrow']}>
            <DateStated filing={item.filing} />
          </span>
        </>
      ),
    },
    {
      key: 'beneficiary',
      header: t('table.beneficiary'),
      sortField: 'beneficiary',
      render: (item) => (
        <Box component="bdi" className={styles['oneLine'] ?? ''} title={item.beneficiary.name}>
          {item.beneficiary.name}
        </Box>
      ),
    },
    {
      key: 'percent',
      header: t('table.percent'),
      sortField: 'percent',
      render: (item) => <Advancement percent={item.percent} />,
    },
    {
      key: 'service',
      header: t('table.service'),
      sortField: 'service',
      render: (item) => (
        <span className={styles['oneLine']} title={item.service ?? undefined}>
          {item.service}
        </span>
      ),
    },
    {
      key: 'processingStepStatus',
      header: t('table.status'),
      render: (item) => (
        <RowState row={item}>
          <StepOwner row={item} isShort />
        </RowState>
      ),
    },
    {
      key: 'assignedOn',
      header: t('table.assignedOn'),
      sortField: 'assignedAt',
      render: (item) => dayOrNone(item.assignedOn),
    },
    {
      key: 'dueOn',
      header: t('table.dueOn'),
      sortField: 'dueOn',
      render: (item) => dayOrNone(item.deadline?.dueOn),
    },
    {
      key: 'operations',
      header: t('table.operations'),
      isWideOnCards: true,
      render: (item) => (
        <WorklistOperations
          row={item}
          onChoose={(operation) => onChoose(item, operation)}
          onChanged={onChanged}
        />
      ),
    },
  ];
  return columns.filter(
    ({ key }) => key === 'numRequest' || key === 'operations' || shown.some((one) => one === key),
  );
}
