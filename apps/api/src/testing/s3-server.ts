import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import S3rver from 's3rver';
import { afterAll } from 'vitest';

import { madeBefore } from './use-test-app.ts';

export interface S3Call {
  readonly method: string;
  /** Path without parameters. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Hooks between a client and the server that modify the traffic. */
export interface S3Front {
  /** A status to return in place of the server's; `hang`: no response at all. */
  refuse?: (call: S3Call) => number | 'hang' | undefined;
  /** The bytes of a call that the server receives. */
  onTheWay?: (call: S3Call, body: Buffer) => Buffer;
  /** The headers that the client receives. */
  onTheWayBack?: (call: S3Call, headers: IncomingHttpHeaders) => IncomingHttpHeaders;
}

export interface TestS3 {
  /** STORAGE_URL of its bucket, with this prefix. */
  storageUrl(prefix: string): string;
  readonly endpoint: string;
  readonly calls: S3Call[];
  front: S3Front;
  close(): Promise<void>;
}

const bucket = 'wasl-test';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/**
 * A real S3 server (s3rver) on a free port with its own folder. Like Ceph, it refuses chunked framing. Its credentials
 * go into the environment, where the driver reads them.
 */
export async function startS3(): Promise<TestS3> {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  const directory = await mkdtemp(path.join(os.tmpdir(), 'wasl-s3-'));
  const s3rver = new S3rver({
    directory,
    silent: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await s3rver.configureBuckets();
  const answer = s3rver.callback();
  const inner = createServer((req, res) => answer(req, res));
  const innerPort = await listen(inner);
  const calls: S3Call[] = [];
  /** The last running call on each object. */
  const queues = new Map<string, Promise<void>>();
  const s3: TestS3 = {
    storageUrl: (prefix) => `s3://${bucket}/${prefix}?endpoint=${s3.endpoint}`,
    endpoint: '',
    calls,
    front: {},
    close: async () => {
      for (const server of [outer, inner]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
  const outer = createServer((req, res) => {
    const call: S3Call = {
      method: req.method ?? '',
      path: (req.url ?? '').split('?')[0] ?? '',
      headers: req.headers,
    };
    calls.push(call);
    const isFramed =
      req.headers['content-encoding'] === 'aws-chunked' ||
      (call.method === 'PUT' && req.headers['content-length'] === undefined);
    const refusal = isFramed ? 411 : s3.front.refuse?.(call);
    if (refusal === 'hang') return;
    if (refusal !== undefined) {
      req.resume();
      // The response of an overloaded store.
      const slowDown = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message/></Error>';
      res.writeHead(refusal, { 'content-type': 'application/xml' });
      res.end(refusal === 503 && call.method !== 'HEAD' ? slowDown : '');
      return;
    }
    const pass = async (): Promise<void> => {
      const received = await buffer(req);
      // s3rver shows an object while it is being written; a real store is atomic.
      const before = queues.get(call.path);
      let done: () => void = () => undefined;
      queues.set(call.path, new Promise<void>((resolve) => (done = resolve)));
      await before;
      if (res.closed) done();
      else res.once('close', done);
      const body = s3.front.onTheWay?.(call, received) ?? received;
      const onward = httpRequest(
        {
          port: innerPort,
          host: '127.0.0.1',
          method: call.method,
          path: req.url,
          headers: { ...req.headers, 'content-length': String(body.length) },
        },
        (back) => {
          const headers = s3.front.onTheWayBack?.(call, back.headers) ?? back.headers;
          res.writeHead(back.statusCode ?? 502, headers);
          back.pipe(res);
        },
      );
      onward.on('error', () => res.destroy());
      onward.end(body);
    };
    pass().catch(() => res.destroy());
  });
  const port = await listen(outer);
  return Object.assign(s3, { endpoint: `http://127.0.0.1:${String(port)}` });
}

/** The server for the tests of a file or a `describe`; closed after them. */
export function useS3(): TestS3 {
  const s3 = madeBefore(startS3);
  afterAll(() => s3.close());
  return s3;
}
