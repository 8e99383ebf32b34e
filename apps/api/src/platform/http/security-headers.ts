import helmet from 'helmet';
import type { RequestHandler } from 'express';

const oneYearSeconds = 365 * 24 * 60 * 60;

/**
 * Headers of every answer. Scripts and style sheets come from us and nothing else; no inline script, no inline
 * style element. A page that needs a `<style>` writes it with the nonce of its own answer.
 */
export function securityHeaders(options: { https: boolean; connect: readonly string[] }): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...options.connect],
        frameSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.https ? { maxAge: oneYearSeconds, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
}
