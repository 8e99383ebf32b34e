import type { Lang } from '@wasl/contracts';

import type { Deps } from '../../platform/program/deps.ts';
import { cacheable } from '../../platform/http/cacheable.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { otherProvinceNames } from './province-names.ts';
import { presentItem, presentNames } from './reference.presenter.ts';
import { referenceService } from './reference.service.ts';

// Lists change by the administrator, or when an agent adds a service.
const forAMinute = { seconds: 60 };

export function referenceHandlers(deps: Pick<Deps, 'db'>): HandlersOf<'reference'> {
  const reference = referenceService(deps.db);
  const itemsIn = async (parent: string, lang: Lang) =>
    (await reference.listItems(parent)).map((item) => presentItem(item, lang));
  return {
    paramsByParentI18n: async ({ params, lang }) =>
      cacheable(await itemsIn(params.parent, lang), forAMinute),
    paramsByParent: async ({ params }) => cacheable(await itemsIn(params.parent, 'fr'), forAMinute),
    paramsNames: async ({ params: { parent } }) => {
      const othersOf = (code: string) => (parent === 'PROVINCE' ? otherProvinceNames(code) : []);
      const items = await reference.listItems(parent);
      return cacheable(
        items.map((item) => presentNames(item, othersOf(item.code))),
        forAMinute,
      );
    },
  };
}
