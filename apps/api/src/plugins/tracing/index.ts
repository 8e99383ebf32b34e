import { definePlugin } from '../../platform/program/plugin.ts';
import { httpUrl, setting } from '../../platform/settings/env-schema.ts';
import { openTracing } from './open-tracing.ts';

/** Traces of calls, jobs and statements for an OpenTelemetry collector. */
export const tracing = definePlugin(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: setting(
      httpUrl,
      'none',
      'trace collector for OTLP over HTTP, such as `http://127.0.0.1:4318` (docs/operations/monitoring.md)',
    ),
  },
  ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) => {
    if (endpoint === undefined) return {};
    return {
      start: async ({ deps: { settings, log } }, program) =>
        await openTracing({
          endpoint,
          service: `wasl-${program}`,
          isProxyBelieved: settings.trustProxy !== false,
          log,
        }),
    };
  },
);
