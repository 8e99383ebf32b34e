import type { ErrorRequestHandler } from 'express';

import type { Words } from '../i18n/words.ts';
import type { Logger } from '../program/logger.ts';
import { drainAndReply } from './drain-and-reply.ts';
import { errorAnswer, toApiError } from './error-response.ts';
import { languageOf } from './language.ts';

/** Converts every refusal and error into an answer. */
export function errorHandler(words: Words, log: Logger): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    const error = toApiError(thrown);
    const requestId = String(res.locals.requestId);
    res.locals.errorCode = error.code;
    if (error.status >= 500) {
      log.error({
        event: 'process.unexpected_error',
        requestId,
        endpoint: res.locals.endpointId as unknown,
        err: error.options.cause ?? error,
      });
    }
    if (res.headersSent) {
      // The answer has begun. Closing the connection is the only way to show that it is incomplete.
      res.destroy();
      return;
    }
    const answer = errorAnswer(error, words, languageOf(req), requestId);
    if (error.code === 'UNAUTHENTICATED') res.setHeader('www-authenticate', 'Bearer');
    if (error.options.retryAfterSeconds !== undefined) {
      res.setHeader('retry-after', String(error.options.retryAfterSeconds));
    }
    for (const name of ['content-disposition', 'content-length', 'etag', 'last-modified'])
      res.removeHeader(name);
    res.setHeader('cache-control', 'no-store');
    res.status(answer.status);
    if (req.complete) res.json(answer.body);
    else drainAndReply(req, res, answer.body);
  };
}
