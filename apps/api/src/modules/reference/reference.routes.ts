import { createHash } from 'node:crypto';

import type { Lang } from '@wasl/contracts';

import type { Deps } from '../../platform/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { presentItem, presentNames } from './reference.presenter.ts';
import { referenceService } from './reference.service.ts';

// Lists change by the administrator's hand or when an agent adds a service: a client may keep one for
// a minute, then asks again with its ETag and mostly gets a 304.
function cacheable<T>(body: T[]) {
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 27);
  return {
    body,
    headers: {
      'cache-control': 'public, max-age=60',
      etag: `W/"${digest}"`,
      vary: 'Origin, Accept-Language',
    },
  };
}

export function referenceHandlers(deps: Pick<Deps, 'db'>): HandlersOf<'reference'> {
  const reference = referenceService(deps.db);
  const itemsIn = async (parent: string, lang: Lang) =>
    (await reference.listItems(parent)).map((item) => presentItem(item, lang));
  return {
    paramsByParentI18n: async ({ params, lang }) => cacheable(await itemsIn(params.parent, lang)),
    paramsByParent: async ({ params }) => cacheable(await itemsIn(params.parent, 'fr')),
    paramsNames: async ({ params }) =>
      cacheable((await reference.listItems(params.parent)).map(presentNames)),
  };
}
