import { useSyncExternalStore } from 'react';

import { isBusy, subscribeToWork } from '../../lib/session/activity.ts';
import styles from './layout.module.css';

/** The thin bar on top while anything is loading. */
export function LoadingBar() {
  return useSyncExternalStore(subscribeToWork, isBusy) ? (
    <div className={styles['bar']} aria-hidden data-turns data-testid="loading-bar" />
  ) : null;
}
