import { Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import { type OptionalColumn, optionalColumns } from '../../rules/chosen-columns.ts';

const headers = {
  dateRequest: 'date',
  beneficiary: 'beneficiary',
  percent: 'percent',
  service: 'service',
  processingStepStatus: 'status',
  assignedOn: 'assignedOn',
  dueOn: 'dueOn',
} as const satisfies Record<OptionalColumn, string>;

export interface ColumnChoiceProps {
  readonly shown: readonly OptionalColumn[];
  readonly onChange: (shown: readonly OptionalColumn[]) => void;
}

/** Choice of the columns of the list. */
export function ColumnChoice({ shown, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation(['views', 'worklist']);
  return (
    <section aria-label={t('columns')}>
      <h3 className={layout['strong']}>{t('columns')}</h3>
      <Group gap="xs 20px">
        {optionalColumns.map((key) => (
          <Checkbox
            key={key}
            label={t(`worklist:table.${headers[key]}`)}
            checked={shown.includes(key)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...shown, key]
                  : shown.filter((other) => other !== key),
              )
            }
          />
        ))}
      </Group>
    </section>
  );
}
