import { createServer, type Server } from 'node:http';

import type { Logger } from '../../platform/program/logger.ts';
import { listenAt } from '../../platform/program/serve.ts';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` for Prometheus on a separate port, which no proxy exposes. @throws StartRefused */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  at: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<Server> {
  const server = createServer((req, res) => {
    res.setHeader('x-content-type-options', 'nosniff');
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n');
      return;
    }
    metrics.text().then(
      (text) => {
        res.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
        res.end(text);
      },
      (error: unknown) => {
        log.error({ event: 'metrics.read_failed', err: error });
        res.writeHead(500).end();
      },
    );
  });
  const port = await listenAt(server, { ...at, setting: 'METRICS_PORT' });
  // An open metrics connection does not prevent the exit of the process.
  server.unref();
  log.info({ event: 'metrics.listening', host: at.host, port });
  return server;
}
