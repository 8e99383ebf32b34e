import { createRequire } from 'node:module';
import path from 'node:path';

import { openApiDocument } from '@wasl/contracts/openapi';
import express, { type Router } from 'express';

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wasl API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script></body></html>
`;

const start = `window.addEventListener('load', () => {
  SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
});
`;

const written = new Map<string, string>();
/** The OpenAPI document as sent. It takes 0.1 s to write and is the same for every app of a process. */
function description(publicUrl: string): string {
  const text = written.get(publicUrl) ?? JSON.stringify(openApiDocument(publicUrl));
  written.set(publicUrl, text);
  return text;
}

/** Serves the OpenAPI document and a page that renders it with local assets. */
export function docsRouter(publicUrl: string): Router {
  const document = description(publicUrl);
  const assets = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  const router = express.Router();
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('cache-control', 'no-cache');
    res.type('json').send(document);
  });
  router.get('/docs', (_req, res) => {
    res.setHeader('cache-control', 'no-cache');
    res.type('html').send(page);
  });
  router.get('/docs/start.js', (_req, res) => {
    res.type('text/javascript').send(start);
  });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.get(`/docs/assets/${name}`, (_req, res) => {
      res.sendFile(path.join(assets, name), { maxAge: '1 day', dotfiles: 'allow' });
    });
  }
  return router;
}
