import { Button } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconHistory,
  IconUpload,
} from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { Actions } from '../../../../ui/layout/actions.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import type { ImportKind } from '../../../../ui/slots.ts';

/** Actions for the whole list: filters, imports, and the `children`. */
export function WorklistTools({
  active,
  filters,
  onImport,
  children,
}: {
  active: number;
  /** State of the filter bar that the first button opens. */
  filters: {
    readonly id: string;
    readonly isOpen: boolean;
    readonly button: Ref<HTMLButtonElement>;
    readonly onToggle: () => void;
  };
  onImport: (kind: ImportKind) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('worklist');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  return (
    <Actions gap={8} flex="1 1 auto">
      <Button
        ref={filters.button}
        variant={active === 0 ? 'default' : 'light'}
        aria-expanded={filters.isOpen}
        aria-controls={filters.id}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        onClick={filters.onToggle}
      >
        {active === 0 ? common('actions.filter') : common('filtersActive', { count: active })}
      </Button>
      <Menu
        label={t('imports.label')}
        button={{
          variant: 'default',
          color: 'teal',
          leftSection: <IconUpload size={18} aria-hidden />,
          rightSection: <IconChevronDown size={16} aria-hidden />,
        }}
        entries={[
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
        ]}
      >
        {t('imports.label')}
      </Menu>
      {children}
    </Actions>
  );
}
