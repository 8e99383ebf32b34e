import { places } from '@wasl/contracts';
import express, { type Router } from 'express';

/** Seven digits of base 36 cover every request id. */
const placeForm = /^\/([0-9a-z]{1,7})$/i;

/**
 * Redirects the short address of a phone message, mounted at `/d`, to the page of the request. That page asks for a
 * sign-in and checks permissions. The redirect reads no data, so all addresses get the same answer.
 */
export function shortAddresses(): Router {
  const router = express.Router();
  // Without parameters, because Express refuses those that it cannot decode.
  router.get(/^/, (req, res) => {
    const id = Number.parseInt(placeForm.exec(req.path)?.[1] ?? '', 36);
    res.setHeader('cache-control', 'no-store');
    res.setHeader('x-robots-tag', 'noindex');
    res.redirect(302, id > 0 ? places.request(id) : places.requests());
  });
  return router;
}
