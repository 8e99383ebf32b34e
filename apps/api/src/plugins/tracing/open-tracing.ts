import { AsyncLocalStorage } from 'node:async_hooks';

import type { Context } from '@opentelemetry/api';
import type { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

import { within } from '../../platform/program/deadline.ts';
import type { Logger } from '../../platform/program/logger.ts';
import type { RunningPlugin } from '../../platform/program/plugin.ts';
import { operationOf, statementText } from './statement-text.ts';
import { watchStatements } from './watch-statements.repository.ts';

/** Timeout in ms of the last export at shutdown. */
const lastSendMs = 2000;

/** Kind of an error: its code or class. Its message may contain data of the row. */
function kindOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}

/** Logs when the collector starts to fail and when it recovers, instead of at every batch. */
function withLog(
  exporter: SpanExporter,
  taken: ExportResultCode,
  log: Pick<Logger, 'warn' | 'info'>,
): SpanExporter {
  let isFailing = false;
  return {
    export: (spans: ReadableSpan[], done) => {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== taken;
        if (hasFailed && !isFailing)
          log.warn({ event: 'tracing.export_failed', err: result.error });
        if (!hasFailed && isFailing) log.info({ event: 'tracing.export_recovered' });
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: async () => {
      await exporter.shutdown();
    },
  };
}

/**
 * Exports traces of this process's calls, jobs and statements to a collector. OpenTelemetry's packages load only here,
 * so an installation without a collector does not pay for them. The portal creates the spans itself, because automatic
 * instrumentation must load before the program. Spans contain the path pattern of the contract, never the requested
 * URL, and statements without values. OpenTelemetry reads its own settings from the environment (`OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`, …).
 * @param endpoint the collector's OTLP endpoint over HTTP, without `/v1/traces`
 * @param service name of the process where OTEL_SERVICE_NAME is not set
 * @param isProxyBelieved whether to continue a trace from the call's headers
 */
export async function openTracing({
  endpoint,
  service,
  isProxyBelieved,
  log,
}: {
  readonly endpoint: string;
  readonly service: string;
  readonly isProxyBelieved: boolean;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}): Promise<Required<RunningPlugin>> {
  const [api, core, resources, sdk, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': service }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [
      new sdk.BatchSpanProcessor(withLog(exporter, core.ExportResultCode.SUCCESS, log)),
    ],
  });
  const tracer = provider.getTracer('wasl');
  const propagator = new core.W3CTraceContextPropagator();
  /** The current span, as the parent of statements. */
  const current = new AsyncLocalStorage<Context>();

  const stopWatching = watchStatements((text) => {
    const parent = current.getStore();
    // A statement outside of calls and jobs: a poll for work every few seconds.
    if (parent === undefined) return undefined;
    const span = tracer.startSpan(
      operationOf(text),
      {
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': statementText(text) },
      },
      parent,
    );
    return (error) => {
      if (error !== undefined && error !== null) {
        span.setAttribute('error.type', kindOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    };
  });

  return {
    beginCall: ({ headers, isProbe }) => {
      if (isProbe) return undefined;
      const before = isProxyBelieved
        ? propagator.extract(ROOT_CONTEXT, headers, api.defaultTextMapGetter)
        : ROOT_CONTEXT;
      const span = tracer.startSpan('call', { kind: SpanKind.SERVER }, before);
      const context = trace.setSpan(before, span);
      return {
        logFields: { traceId: span.spanContext().traceId },
        within: (work) => current.run(context, work),
        end: ({ requestId, method, endpoint: route, status }) => {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method === 'OTHER' ? '_OTHER' : method,
            'http.route': route,
            'http.response.status_code': status,
            'wasl.request_id': requestId,
          });
          if (status >= 500) {
            span.setAttribute('error.type', String(status));
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    job: async (name, work) => {
      const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.INTERNAL }, ROOT_CONTEXT);
      span.setAttribute('wasl.job', name);
      try {
        return await current.run(trace.setSpan(ROOT_CONTEXT, span), work);
      } catch (error) {
        span.setAttribute('error.type', kindOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    close: async () => {
      stopWatching();
      await within(lastSendMs, provider.shutdown()).catch((error: unknown) => {
        log.warn({ event: 'tracing.flush_failed', err: error });
      });
    },
  };
}
