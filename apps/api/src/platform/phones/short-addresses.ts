import { places } from '@wasl/contracts';
import express, { type Router } from 'express';

/** Seven digits of base 36 hold every number of a request. */
const placeForm = /^\/([0-9a-z]{1,7})$/i;

/**
 * Leads on from the short address in a message to a telephone, mounted at `/d`: to the page of the request, which asks for a sign-in
 * and says what is not theirs to nobody. It looks nothing up, so that every address is answered alike.
 */
export function shortAddresses(): Router {
  const router = express.Router();
  router.get('/{*any}', (req, res) => {
    const id = Number.parseInt(placeForm.exec(req.path)?.[1] ?? '', 36);
    res.setHeader('cache-control', 'no-store');
    res.setHeader('x-robots-tag', 'noindex');
    res.redirect(302, id > 0 ? places.request(id) : places.requests());
  });
  return router;
}
