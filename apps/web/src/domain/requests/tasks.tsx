import type { RoutedTask } from '@wasl/contracts';
import { IconBuilding, IconHourglass } from '@tabler/icons-react';

import layout from '../../ui/layout/layout.module.css';
import styles from './request-parts.module.css';

/** Who does what. */
export function Tasks({
  tasks,
  unknown,
}: {
  tasks: readonly RoutedTask[];
  /** Said where no organisation is known yet. */
  unknown: string;
}) {
  return (
    <ul className={styles['tasks']}>
      {tasks.map(({ service, organisation }, index) => (
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
          </div>
        </li>
      ))}
    </ul>
  );
}
