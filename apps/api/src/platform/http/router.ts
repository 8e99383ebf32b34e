import { endpoints, type Endpoint } from '@wasl/contracts';
import express, { type Router } from 'express';

import { ApiError } from './api-error.ts';
import { bind, type BinderDeps } from './bind.ts';
import type { CoreHandlers, Handler, PluginHandlers } from './handler.ts';

/** Sort key of a path: a fixed segment comes before a parameter at the same position. */
const rankOf = (path: string): string => path.replace(/:\w+/g, '\u{10ffff}');

/** Mounts every call of the contract, fixed paths first. Answers 405 on known paths and 404 on the rest. */
export function createRouter(deps: BinderDeps, handlers: CoreHandlers & PluginHandlers): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  const methodsByPath = new Map<string, string[]>();
  const registered = Object.values<Endpoint>(endpoints).sort((one, other) =>
    rankOf(one.path) < rankOf(other.path) ? -1 : 1,
  );
  for (const endpoint of registered) {
    // The compiler checked each handler against its own endpoint. Here they share one type.
    const handler = (handlers as unknown as Readonly<Record<string, Handler | undefined>>)[
      endpoint.id
    ];
    if (!handler) continue; // a disabled plugin's call: it answers 404
    router[endpoint.method](endpoint.path, bind(endpoint, handler, deps));
    methodsByPath.set(endpoint.path, [
      ...(methodsByPath.get(endpoint.path) ?? []),
      endpoint.method.toUpperCase(),
    ]);
  }
  for (const [path, methods] of methodsByPath) {
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    router.all(path, (req, res) => {
      res.setHeader('allow', allow);
      if (req.method !== 'OPTIONS') throw new ApiError('METHOD_NOT_ALLOWED');
      res.status(204).end();
    });
  }
  router.use(() => {
    throw new ApiError('NOT_FOUND');
  });
  return router;
}
