import { AsyncLocalStorage } from 'node:async_hooks';

import type { Context } from '@opentelemetry/api';
import type { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

import { within } from '../../platform/program/deadline.ts';
import type { Logger } from '../../platform/program/logger.ts';
import type { RunningPlugin } from '../../platform/program/plugin.ts';
import { operationOf, statementText } from './statement-text.ts';
import { watchStatements } from './watch-statements.repository.ts';

/** Sending what is left at the end takes no longer. */
const lastSendMs = 2000;

/** What failed, in a word of ours or PostgreSQL's: what an error says may quote the row that it is about. */
function kindOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}

/** Says in the log when the collector begins to fail and when it takes spans again, not at every batch. */
function saying(
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
 * Begins to tell a collector of the calls, jobs and statements of this process. OpenTelemetry's packages are loaded here and nowhere
 * else: who sets no collector pays nothing for them. Spans are made by ourselves where every call, job and statement comes by, since the
 * hooks of its instrumentations would have to be there before the program. They carry the path of the contract, never an address that was asked for,
 * and statements without values.
 *
 * Its own settings (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`, …) are read by
 * OpenTelemetry from the environment.
 * @param endpoint where the collector takes OTLP over HTTP, without `/v1/traces`
 * @param service what the process is called where OTEL_SERVICE_NAME does not say
 * @param isProxyBelieved whether a trace that a call brings is gone on with
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
      new sdk.BatchSpanProcessor(saying(exporter, core.ExportResultCode.SUCCESS, log)),
    ],
  });
  const tracer = provider.getTracer('wasl');
  const propagator = new core.W3CTraceContextPropagator();
  /** What this process is doing, for what is sent to the database meanwhile. */
  const current = new AsyncLocalStorage<Context>();

  const stopWatching = watchStatements((text) => {
    const parent = current.getStore();
    // What belongs to no call and no job: looks for work every few seconds.
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
