import path from 'node:path';

import compression from 'compression';
import express, { type Express } from 'express';

import { allHandlers } from './modules/handlers.ts';
import { authenticator } from './platform/auth/authenticate.ts';
import type { Deps } from './platform/deps.ts';
import { accessLog } from './platform/http/access-log.ts';
import { cors } from './platform/http/cors.ts';
import { errorHandler } from './platform/http/error-handler.ts';
import { createRouter } from './platform/http/router.ts';
import { securityHeaders } from './platform/http/security-headers.ts';

/** The whole application on the given dependencies; it listens nowhere by itself. */
export function createApp(deps: Deps): Express {
  const { settings, log } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.trustProxy);

  app.use(accessLog(log));
  app.use(securityHeaders({ https: settings.publicUrl.startsWith('https:'), connect: [] }));
  app.use(compression());
  app.use('/api', cors(settings.corsOrigins));
  app.use(
    '/api',
    createRouter(
      {
        authenticate: authenticator(deps),
        uploadFolder: path.join(settings.dataDir, 'uploads'),
        checkAnswers: !settings.production,
        log,
      },
      allHandlers(deps),
    ),
  );
  app.use(errorHandler(deps.words, log));
  return app;
}
