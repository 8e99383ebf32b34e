import { Box, Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import type { OptionalColumn } from '../../rules/chosen-columns.ts';

const headers = {
  dateRequest: 'date',
  beneficiary: 'beneficiary',
  percent: 'percent',
  service: 'service',
  processingStepStatus: 'status',
  assignedOn: 'assignedOn',
  dueOn: 'dueOn',
} as const satisfies Record<OptionalColumn, string>;

// Not imported: the list's chunk has them, and a shared chunk would be a file of the first load.
const columns = Object.keys(headers) as OptionalColumn[];

export interface ColumnChoiceProps {
  readonly shown: readonly OptionalColumn[];
  readonly onChange: (shown: readonly OptionalColumn[]) => void;
}

/** Choice of the columns of the list. */
export function ColumnChoice({ shown, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation(['views', 'worklist']);
  return (
    <Box component="section" aria-label={t('columns')} mt="lg">
      <h3 className={layout['strong']}>{t('columns')}</h3>
      <Group gap="8px 20px" mt={8}>
        {columns.map((key) => (
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
    </Box>
  );
}
