import { useSyncExternalStore } from 'react';

import { isBusy, subscribeToWork } from '../../lib/session/running-work.ts';
import styles from './layout.module.css';

/** Thin bar at the top while any request runs. */
export function LoadingBar() {
  return useSyncExternalStore(subscribeToWork, isBusy) ? (
    <div className={styles['bar']} aria-hidden data-mirrored data-testid="loading-bar" />
  ) : null;
}
