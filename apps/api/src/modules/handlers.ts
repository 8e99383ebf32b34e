import type { Deps } from '../platform/program/deps.ts';
import type { CoreHandlers } from '../platform/http/handler.ts';
import { accountsHandlers } from './accounts/index.ts';
import { filesHandlers } from './files/index.ts';
import { importsHandlers } from './imports/index.ts';
import { integrationsHandlers } from './integrations/index.ts';
import { journeysHandlers } from './journeys/index.ts';
import { messagesHandlers } from './messages/index.ts';
import { noticesHandlers } from './notices/index.ts';
import { partnersHandlers } from './partners/index.ts';
import { processingHandlers } from './processing/index.ts';
import { receiptsHandlers } from './receipts/index.ts';
import { referenceHandlers } from './reference/index.ts';
import { requestsHandlers } from './requests/index.ts';
import { simulationsHandlers } from './simulations/index.ts';
import { statisticsHandlers } from './statistics/index.ts';

/** Merges the handlers of every module. A call of the contract without a handler is a compile error. */
export function coreHandlers(deps: Deps): CoreHandlers {
  return {
    ...accountsHandlers(deps),
    ...filesHandlers(deps),
    ...importsHandlers(deps),
    ...integrationsHandlers(deps),
    ...journeysHandlers(deps),
    ...messagesHandlers(deps),
    ...noticesHandlers(deps),
    ...partnersHandlers(deps),
    ...processingHandlers(deps),
    ...receiptsHandlers(deps),
    ...referenceHandlers(deps),
    ...requestsHandlers(deps),
    ...simulationsHandlers(deps),
    ...statisticsHandlers(deps),
  };
}
