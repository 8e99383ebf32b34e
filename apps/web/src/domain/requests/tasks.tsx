import type { RoutedTask } from '@wasl/contracts';
import { IconBuilding, IconHourglass } from '@tabler/icons-react';

import { formatDay, isolated } from '../../lib/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import styles from './request-parts.module.css';

/** Who does what. */
export function Tasks({
  tasks,
  unknown,
  dueBy,
}: {
  tasks: readonly (RoutedTask & { readonly dueOn?: string | null })[];
  /** Said where no organisation is known yet. */
  unknown: string;
  /** Says the day until which the organisation answers. */
  dueBy?: (day: string) => string;
}) {
  return (
    <ul className={styles['tasks']}>
      {tasks.map(({ service, organisation, dueOn = null }, index) => (
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
          </div>
        </li>
      ))}
    </ul>
  );
}
