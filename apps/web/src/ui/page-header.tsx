import { Stack } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { LtrNumbers } from './ltr-numbers.tsx';
import styles from './page-header.module.css';

export interface Crumb {
  readonly label: string;
  /** Absent for the page one is on. */
  readonly to?: string;
}

/** The title of a page over its breadcrumb. */
export function PageHeader({ title, crumbs }: { title: string; crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('layout');
  return (
    <Stack gap={2} miw={0}>
      <h1 className={styles['title']}>
        <LtrNumbers text={title} />
      </h1>
      {crumbs.length < 2 ? null : (
        <nav aria-label={t('breadcrumb')}>
          <ol className={styles['crumbs']}>
            {crumbs.map((crumb, index) => (
              <li key={crumb.to ?? ''}>
                {index > 0 ? <IconChevronRight size={14} aria-hidden data-turns /> : null}
                {crumb.to === undefined ? (
                  <span aria-current="page">
                    <LtrNumbers text={crumb.label} />
                  </span>
                ) : (
                  <Link to={crumb.to}>
                    <LtrNumbers text={crumb.label} />
                  </Link>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
    </Stack>
  );
}
