import type { OrganisationContactView, RoutedTask } from '@wasl/contracts';
import { IconBuilding, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../lib/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import styles from './request-parts.module.css';

/** Who does what. */
export function Tasks({
  tasks,
  unknown,
  dueBy,
}: {
  tasks: readonly (RoutedTask & {
    readonly dueOn?: string | null;
    readonly contact?: OrganisationContactView | null;
  })[];
  /** Said where no organisation is known yet. */
  unknown: string;
  /** Says the day until which the organisation answers. */
  dueBy?: (day: string) => string;
}) {
  const { t } = useTranslation('requests');
  return (
    <ul className={styles['tasks']}>
      {tasks.map(({ service, organisation, usualDays, dueOn = null, contact }, index) => (
        <li key={`${String(index)} ${service}`}>
          {organisation === null ? (
            <IconHourglass size={20} aria-hidden />
          ) : (
            <IconBuilding size={20} aria-hidden />
          )}
          <div>
            <strong className={organisation === null ? layout['muted'] : undefined}>
              <bdi>{organisation ?? unknown}</bdi>
            </strong>
            <span className={layout['muted']}>{service}</span>
            {dueOn === null || dueBy === undefined ? null : (
              <span className={layout['muted']}>{dueBy(isolated(formatDay(dueOn)))}</span>
            )}
            {usualDays === null ? null : (
              <span className={layout['muted']}>{t('submit.usual', { count: usualDays })}</span>
            )}
            {contact?.phone ? (
              <a href={`tel:${contact.phone}`}>
                <LtrText>{contact.phone}</LtrText>
              </a>
            ) : null}
            {contact?.email ? (
              <a href={`mailto:${contact.email}`}>
                <LtrText>{contact.email}</LtrText>
              </a>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
