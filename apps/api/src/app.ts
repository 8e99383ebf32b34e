import path from 'node:path';

import compression from 'compression';
import express, { type Express } from 'express';

import { allHandlers } from './modules/handlers.ts';
import { unsubscribePages } from './modules/notices/index.ts';
import { receiptPages } from './modules/receipts/index.ts';
import { authenticator } from './platform/auth/authenticate.ts';
import { seededDefaultPartnerId } from './platform/default-partner.repository.ts';
import type { Deps } from './platform/deps.ts';
import { accessLog } from './platform/http/access-log.ts';
import { cors } from './platform/http/cors.ts';
import { docsRouter } from './platform/http/docs.ts';
import { errorHandler } from './platform/http/error-handler.ts';
import { healthRouter } from './platform/http/health.ts';
import { onThisMachine } from './platform/http/on-this-machine.ts';
import { createRouter } from './platform/http/router.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { uploadLimits, uploadSlots } from './platform/http/upload-slots.ts';
import { webClient } from './platform/http/web-client.ts';
import { devMailbox } from './platform/mail/dev-mailbox.ts';
import { mailFolder } from './platform/open-deps.ts';

export interface AppOptions {
  /** True once the server has been told to go: it is not ready any more. */
  readonly isDraining?: () => boolean;
}

/** The whole application on the given dependencies; it listens nowhere by itself. */
export function createApp(deps: Deps, { isDraining = () => false }: AppOptions = {}): Express {
  const { settings, log, words } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.trustProxy);

  app.use(accessLog(log));
  app.use(
    securityHeaders({
      https: settings.production,
      upgrade: settings.publicUrl.startsWith('https:'),
    }),
  );
  app.use(compression());
  app.use('/api/health', healthRouter(deps, isDraining));
  app.use('/api', cors(settings.corsOrigins), docsRouter());
  app.use(
    '/api',
    createRouter(
      {
        authenticate: authenticator(deps),
        caughtUp: () => deps.signals.caughtUp(),
        uploadFolder: path.join(settings.dataDir, 'uploads'),
        uploadSlots: uploadSlots(uploadLimits),
        checkAnswers: !settings.production,
        log,
      },
      allHandlers(deps),
    ),
  );
  app.use('/wasl', receiptPages(deps));
  app.use('/emails/stop', unsubscribePages(deps));
  // Behind a proxy everybody's connection comes from the proxy's machine, which may be this one.
  if (!settings.production && settings.smtpUrl === null && settings.trustProxy === false) {
    app.use('/dev/mail', onThisMachine, devMailbox(mailFolder(settings)));
  }
  app.use(webClient(settings, () => seededDefaultPartnerId(deps.db)));
  app.use(errorHandler(words, log));
  return app;
}
