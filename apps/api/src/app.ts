import path from 'node:path';

import compression from 'compression';
import express, { type Express } from 'express';

import {
  administrationHandlers,
  administrationPages,
  administratorEntry,
  portalNoticeService,
} from './modules/administration/index.ts';
import { mergePages } from './modules/accounts/index.ts';
import { coreHandlers } from './modules/handlers.ts';
import { unsubscribePages } from './modules/notices/index.ts';
import { machineFiles, publicPageFiller } from './modules/public-pages/index.ts';
import { receiptPages } from './modules/receipts/index.ts';
import { sharePages } from './modules/simulations/index.ts';
import { keyAuthenticator } from './platform/auth/api-keys.ts';
import { authenticator } from './platform/auth/authenticate.ts';
import { seededDefaultPartnerId } from './platform/database/default-partner.repository.ts';
import type { Deps } from './platform/program/deps.ts';
import { accessLog } from './platform/http/access-log.ts';
import { administrationRouter } from './platform/http/administration-router.ts';
import { callLimit } from './platform/http/call-limit.ts';
import { cors } from './platform/http/cors.ts';
import { docsRouter } from './platform/http/docs.ts';
import { errorHandler } from './platform/http/error-handler.ts';
import { healthRouter } from './platform/http/health.ts';
import { localOnly } from './platform/http/local-only.ts';
import { oneHost } from './platform/http/one-host.ts';
import { createRouter } from './platform/http/router.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { maxFileBytes } from './platform/http/multipart.ts';
import { partsPath, uploadParts } from './platform/http/upload-parts.ts';
import { uploadLimits, uploadSlots } from './platform/http/upload-slots.ts';
import { webClient } from './platform/http/web-client.ts';
import { devMailbox } from './platform/mail/dev-mailbox.ts';
import { observeAll } from './platform/program/observer.ts';
import { mailFolder } from './platform/program/open-deps.ts';
import type { ConfiguredPlugins } from './platform/program/plugin.ts';

export interface AppOptions {
  /** Whether the server is shutting down and no longer ready. */
  readonly isDraining?: () => boolean;
  readonly observer?: ReturnType<typeof observeAll>;
  readonly plugins?: Pick<ConfiguredPlugins, 'handlers' | 'mailbox' | 'pages'>;
}

/** Creates the whole application without a listening port. */
export function createApp(
  deps: Deps,
  { isDraining = () => false, observer = observeAll([]), plugins }: AppOptions = {},
): Express {
  const { settings, log, words } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.trustProxy);

  app.use(accessLog(log, observer));
  app.use(
    securityHeaders({
      https: settings.production,
      upgrade: settings.publicUrl.startsWith('https:'),
    }),
  );
  app.use(oneHost);
  app.use(compression());
  app.use('/api/health', healthRouter(deps, isDraining));
  app.use('/api', cors(settings.corsOrigins), docsRouter(settings.publicUrl));
  const authenticate = authenticator(deps);
  const slots = uploadSlots(uploadLimits);
  const uploadFolder = path.join(settings.dataDir, 'uploads');
  const calls = callLimit(Math.floor(settings.callsPerMinute * settings.rateLimitFactor));
  const parts = uploadParts({
    authenticate,
    calls,
    limits: deps.limits,
    // A separate folder, because the sweep treats every entry of the upload folder as a file.
    folder: path.join(settings.dataDir, 'upload-parts'),
    slots,
    maxBytes: maxFileBytes,
    requireRoom: (actorId, more) => deps.files.requireRoom(deps.db, actorId, more),
  });
  app.all([partsPath, `${partsPath}/:id`], parts.handle);
  app.use(
    '/api/admin',
    administrationRouter(administrationHandlers(deps), {
      publicUrl: settings.publicUrl,
      checkAnswers: !settings.production,
      identify: (cookies) => administratorEntry(deps).identify(cookies),
    }),
  );
  app.use(
    '/api',
    createRouter(
      {
        authenticate,
        authenticateKey: keyAuthenticator(deps),
        waitUntilSynced: () => deps.signals.waitUntilSynced(),
        publicUrl: settings.publicUrl,
        uploadFolder,
        uploadSlots: slots,
        calls,
        limits: deps.limits,
        uploadParts: parts,
        requirePdf: (file) => deps.pdfCheck.require(file),
        checkAnswers: !settings.production,
        log,
      },
      { ...coreHandlers(deps), ...plugins?.handlers(deps) },
    ),
  );
  app.use('/wasl', receiptPages(deps));
  app.use('/partage', sharePages(deps));
  app.use('/emails/stop', unsubscribePages(deps));
  app.use('/emails/reunir', mergePages(deps));
  for (const [at, page] of plugins?.pages ?? []) app.use(at, page);
  // Behind a proxy everybody's connection comes from the proxy's machine, which may be this one.
  if (!settings.production && settings.smtpUrl === null && settings.trustProxy === false) {
    app.use(
      '/dev/mail',
      localOnly,
      devMailbox(mailFolder(settings), plugins?.mailbox(settings) ?? []),
    );
  }
  app.use(machineFiles(deps));
  app.use('/admin', administrationPages(deps));
  app.use(
    webClient(settings, {
      seededDefaultPartnerId: () => seededDefaultPartnerId(deps.db),
      notice: () => portalNoticeService(deps).announced(),
      fillPublicPage: publicPageFiller(deps),
    }),
  );
  app.use(errorHandler(words, log));
  return app;
}
