import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

const attributeSchema = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
  }),
});
const batchSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: z.array(attributeSchema),
              status: z.object({ code: z.number() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface TakenSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

const membersOf = (attributes: readonly z.infer<typeof attributeSchema>[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );

/** A trace collector on the loopback for OTLP over HTTP as JSON. `text` contains everything received. */
export async function traceCollector() {
  const spans: TakenSpan[] = [];
  const sent: string[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      sent.push(`${String(request.method)} ${String(request.url)}`, JSON.stringify(body));
      for (const { resource, scopeSpans } of batchSchema.parse(body).resourceSpans) {
        const service = String(membersOf(resource.attributes)['service.name']);
        for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap(
          (scope) => scope.spans,
        )) {
          const members = membersOf(attributes);
          spans.push({ service, traceId, spanId, parentSpanId, name, attributes: members });
        }
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    spans,
    text: () => sent.join('\n'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
