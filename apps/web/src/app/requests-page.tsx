import type { Role } from '@wasl/contracts';
import i18next from 'i18next';
import { type ComponentType, lazy } from 'react';

import type { Namespace } from '../i18n/namespaces.ts';
import { useSession } from '../lib/session.ts';

function page(load: () => Promise<{ default: ComponentType }>, namespaces: Namespace[]) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
    return module;
  });
}

/** One address, a list for each role. */
const pages: Partial<Record<Role, ComponentType>> = {
  BENEFICIAIRE: page(
    () => import('../features/requests/pages/request-list-page.tsx'),
    ['requests'],
  ),
  PARTENAIRE: page(() => import('../features/worklist/pages/worklist-page.tsx'), ['worklist']),
};

/** The request list of the person's role. */
export default function RequestsPage() {
  const session = useSession();
  const Page = session === null ? undefined : pages[session.role];
  return Page === undefined ? null : <Page />;
}
