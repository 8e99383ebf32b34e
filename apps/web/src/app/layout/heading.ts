import { useTranslation } from 'react-i18next';

import { useSession } from '../../lib/session/use-session.ts';
import type { Crumb } from '../../ui/page-header.tsx';
import { useOwnTitle } from '../../ui/page-title.tsx';
import type { AppRoute } from '../../lib/routing/route-table.ts';
import { appRoutes } from '../routes.ts';

export function useHeading(route: AppRoute): { title: string; crumbs: readonly Crumb[] } {
  const { t } = useTranslation('layout');
  const session = useSession();
  const own = useOwnTitle();
  const titleOf = (of: AppRoute) =>
    t(
      `titles.${typeof of.title === 'string' ? of.title : of.title[session?.role ?? 'BENEFICIAIRE']}`,
    );
  const title = own ?? titleOf(route);
  const parent = appRoutes.find((candidate) => candidate.path === route.parent);
  return {
    title,
    crumbs: [
      ...(session === null || route.path === '/requests'
        ? []
        : [{ label: t('home'), to: '/requests' }]),
      ...(parent === undefined || parent.path === '/requests'
        ? []
        : [{ label: titleOf(parent), to: parent.path }]),
      { label: title },
    ],
  };
}
