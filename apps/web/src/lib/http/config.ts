import type { ClockChanges, Lang } from '@wasl/contracts';

import type { PortalNotice } from '../../ui/portal-notice.tsx';
import { setClockChanges } from '../format/clock.ts';
import { updateServerTime } from './server-time.ts';

/** Settings of the deployment, read at run time, so that one build serves every deployment. */
export interface RuntimeConfig {
  readonly apiBaseUrl: string;
  /** Landing page of each language; this portal's by default. */
  readonly landingUrls: Readonly<Record<Lang, string>>;
  readonly defaultPartnerId: number | null;
  readonly version: string;
  readonly clock?: ClockChanges;
  /** Shown above every page. */
  readonly notice?: PortalNotice;
}

const defaults: RuntimeConfig = {
  apiBaseUrl: '/api',
  landingUrls: {
    fr: '/landing/fr',
    en: '/landing/en',
    ar: '/landing/ar',
    es: '/landing/es',
  },
  defaultPartnerId: null,
  version: '1.0.0',
};

let loading: Promise<RuntimeConfig> | undefined;

async function read(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } });
  updateServerTime(response.headers.get('date'));
  if (!response.ok) throw new Error(`config.json answered ${String(response.status)}`);
  const given = (await response.json()) as Partial<RuntimeConfig>;
  if (given.clock !== undefined) setClockChanges(given.clock);
  const { notice } = given;
  if (notice !== undefined)
    void import('../../ui/portal-notice.tsx').then(
      ({ showPortalNotice }) => showPortalNotice(notice),
      // The page works without it.
      () => undefined,
    );
  return {
    ...defaults,
    ...given,
    landingUrls: { ...defaults.landingUrls, ...given.landingUrls },
  };
}

/** Fetches `/config.json` once. After a failure it returns the defaults, and the next call retries. */
export function loadConfig(): Promise<RuntimeConfig> {
  loading ??= read().catch(() => {
    loading = undefined;
    return defaults;
  });
  return loading;
}
