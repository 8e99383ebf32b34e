import { Button } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconFileSpreadsheet,
  IconFileText,
  IconFiles,
  IconHistory,
  IconInfoCircle,
  IconCheck,
  IconUpload,
} from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { Actions } from '../../../../ui/layout/actions.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import { type ImportKind, lazyDialog } from '../../../../ui/slots.ts';
import type { worklistState } from '../../rules/worklist-state.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';
import { useWorklistExport } from './use-worklist-export.ts';

// Loaded with its catalogue.
const ViewsDialog = lazyDialog(() => import('./views-dialog.tsx'));

/** The button of the filters, and a menu of the rare actions on the whole list. */
export function WorklistTools({
  state,
  active,
  filters,
  columns,
  isEmpty,
  onImport,
  onChooseRows,
  onHelp,
}: {
  state: StateOf<typeof worklistState>;
  /** Number of active filters. */
  active: number;
  /** State of the filter bar that the first button opens. */
  filters: {
    readonly id: string;
    readonly isOpen: boolean;
    readonly button: Ref<HTMLButtonElement>;
    readonly onToggle: () => void;
  };
  columns: ColumnChoiceProps;
  isEmpty: boolean;
  onImport: (kind: ImportKind) => void;
  /** Begins the choice of rows for bulk actions. */
  onChooseRows: () => void;
  /** Shows the shortcuts; null without a keyboard. */
  onHelp: (() => void) | null;
}) {
  const { t } = useTranslation(['worklist', 'common']);
  const navigate = useNavigate();
  const exporting = useWorklistExport(state);
  const [areViewsOpen, setViewsOpen] = useState(false);
  return (
    <Actions gap={8} flex="0 1 auto" ms="auto">
      <Button
        ref={filters.button}
        variant={active === 0 ? 'default' : 'light'}
        aria-expanded={filters.isOpen}
        aria-controls={filters.id}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        onClick={filters.onToggle}
      >
        {active === 0 ? t('common:actions.filter') : t('common:filtersActive', { count: active })}
      </Button>
      <Menu
        label={exporting.isRunning ? t('export.running') : t('tools')}
        button={{
          variant: 'default',
          loading: exporting.isRunning,
          rightSection: <IconChevronDown size={16} aria-hidden />,
        }}
        entries={[
          {
            key: 'choose',
            label: t('choose.several'),
            icon: <IconCheck size={18} aria-hidden />,
            isDisabled: isEmpty,
            onChoose: onChooseRows,
          },
          {
            key: 'views',
            label: t('views'),
            icon: <IconFiles size={18} aria-hidden />,
            onChoose: () => setViewsOpen(true),
          },
          ...(['requests', 'beneficiaries'] as const).map((kind) => ({
            key: kind,
            label: t(`imports.${kind}`),
            icon: <IconUpload size={18} aria-hidden />,
            onChoose: () => onImport(kind),
          })),
          {
            key: 'history',
            label: t('imports.history'),
            icon: <IconHistory size={18} aria-hidden />,
            onChoose: () => navigate('/requests/imports'),
          },
          ...(
            [
              ['xlsx', IconFileSpreadsheet],
              ['csv', IconFileText],
            ] as const
          ).map(([format, Icon]) => ({
            key: format,
            label: t(`export.${format}`),
            icon: <Icon size={18} aria-hidden />,
            isDisabled: isEmpty,
            onChoose: () => exporting.save(format),
          })),
          ...(onHelp === null
            ? []
            : [
                {
                  key: 'keys',
                  label: t('file.keys'),
                  icon: <IconInfoCircle size={18} aria-hidden />,
                  onChoose: onHelp,
                },
              ]),
        ]}
      >
        {t('tools')}
      </Menu>
      <ViewsDialog opened={areViewsOpen} onClose={() => setViewsOpen(false)} columns={columns} />
    </Actions>
  );
}
