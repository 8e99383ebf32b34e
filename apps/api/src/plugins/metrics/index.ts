import { z } from 'zod';

import { definePlugin } from '../../platform/program/plugin.ts';
import { setting } from '../../platform/settings/env-schema.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

/** `9464` or `10.0.0.5:9464`. */
const placeToListen = z.string().transform((value, context) => {
  const [, host = '127.0.0.1', port = ''] = /^(?:(.{1,255}):)?(\d{1,5})$/.exec(value) ?? [];
  if (port !== '' && Number(port) <= 65_535)
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  context.addIssue({
    code: 'custom',
    message: 'must be a port number, or an address and a port such as 0.0.0.0:9464',
  });
  return z.NEVER;
});

/** Metrics of each process and of the queues, for Prometheus. */
export const metrics = definePlugin(
  {
    METRICS_PORT: setting(
      placeToListen,
      'none',
      'port on 127.0.0.1, or `address:port`, where Prometheus reads `/metrics` (docs/operations/monitoring.md)',
    ),
  },
  ({ METRICS_PORT: place }) => {
    if (place === undefined) return {};
    return {
      start: async (opened) => {
        const { beginCall, ...page } = createMetrics(opened);
        await serveMetrics(page, place, opened.deps.log);
        return { beginCall };
      },
    };
  },
);
