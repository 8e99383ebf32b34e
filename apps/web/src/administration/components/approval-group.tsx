import { Button, Checkbox, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import '../../ui/form/choice-styles.ts';
import { Actions } from '../../ui/layout/actions.tsx';
import layout from '../../ui/layout/layout.module.css';
import { type Candidate, keyOf } from '../rules/decisions.ts';

export interface ApprovalRow extends Candidate {
  /** Facts below the name. */
  readonly facts: ReactNode;
}

/** Rows of one kind: each is approved with one press, or chosen for a decision on several. */
export function ApprovalGroup({
  id,
  title,
  rows,
  chosen,
  isRunning,
  onChoose,
  onApprove,
  onRefuse,
}: {
  /** Id of the heading, for links. */
  id: string;
  title: string;
  rows: readonly ApprovalRow[];
  /** Keys of the chosen rows. */
  chosen: ReadonlySet<string>;
  isRunning: boolean;
  onChoose: (rows: readonly ApprovalRow[], isChosen: boolean) => void;
  onApprove: (row: ApprovalRow) => void;
  onRefuse: (row: ApprovalRow) => void;
}) {
  const { t } = useTranslation('administration');
  const count = rows.filter((row) => chosen.has(keyOf(row))).length;
  if (rows.length === 0) return null;
  return (
    <Stack component="section" className={layout['card']} gap="xs" aria-labelledby={id}>
      <Group justify="space-between">
        <h2 id={id} tabIndex={-1} className={layout['title']}>
          {title} (<bdi>{rows.length}</bdi>)
        </h2>
        {rows.length < 2 ? null : (
          <Checkbox
            label={t('approvals.chooseAll')}
            checked={count === rows.length}
            indeterminate={count > 0 && count < rows.length}
            onChange={({ currentTarget }) => onChoose(rows, currentTarget.checked)}
          />
        )}
      </Group>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={layout['entry']}>
            <Group gap="sm" wrap="nowrap" align="flex-start" flex="999 1 260px" miw={0}>
              <Checkbox
                mt={2}
                aria-label={t('approvals.choose', { name: row.name })}
                checked={chosen.has(keyOf(row))}
                onChange={({ currentTarget }) => onChoose([row], currentTarget.checked)}
              />
              <Stack gap={2} miw={0}>
                <span className={layout['strong']}>
                  <bdi>{row.name}</bdi>
                </span>
                <div className={layout['small']}>{row.facts}</div>
              </Stack>
            </Group>
            <Actions gap="xs" flex="1 1 auto">
              <Button
                variant="subtle"
                size="sm"
                disabled={isRunning}
                aria-label={t('approvals.refuseOne', { name: row.name })}
                onClick={() => onRefuse(row)}
              >
                {t('approvals.refuse')}
              </Button>
              <Button
                variant="light"
                size="sm"
                disabled={isRunning}
                aria-label={t('approvals.approveOne', { name: row.name })}
                onClick={() => onApprove(row)}
              >
                {t('approvals.approve')}
              </Button>
            </Actions>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
