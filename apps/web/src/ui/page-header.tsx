import { Box, Group, Stack } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import layout from './layout/layout.module.css';
import { LtrNumbers } from './ltr-numbers.tsx';

export interface Crumb {
  readonly label: string;
  /** Absent for the current page. */
  readonly to?: string;
}

export function PageHeader({ title, crumbs }: { title: string; crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('layout');
  return (
    <Stack gap={2} miw={0}>
      {/* On a phone the longest word of a title just fits. */}
      <Box
        component="h1"
        id="page-heading"
        tabIndex={-1}
        className={layout['wrap']}
        fz="clamp(1.0625rem, 0.85rem + 0.8vw, 1.375rem)"
      >
        <LtrNumbers text={title} />
      </Box>
      {crumbs.length < 2 ? null : (
        <nav aria-label={t('breadcrumb')} className={layout['wide']}>
          <Group component="ol" className={layout['small']} gap={6}>
            {crumbs.map((crumb, index) => (
              <Group component="li" key={crumb.to ?? ''} gap={6}>
                {index > 0 ? <IconChevronRight size={14} aria-hidden data-mirrored /> : null}
                {crumb.to === undefined ? (
                  <span aria-current="page">
                    <LtrNumbers text={crumb.label} />
                  </span>
                ) : (
                  <Link to={crumb.to}>
                    <LtrNumbers text={crumb.label} />
                  </Link>
                )}
              </Group>
            ))}
          </Group>
        </nav>
      )}
    </Stack>
  );
}
