import type { Role } from '@wasl/contracts';
import i18next from 'i18next';
import { type ComponentType, lazy } from 'react';

import type { Namespace } from '../i18n/namespaces.ts';
import { currentSession, useSession } from '../lib/session.ts';

function page(load: () => Promise<{ default: ComponentType }>, namespaces: Namespace[]) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
    return module;
  });
}

/** One address, a list for each role. */
const files: Record<Role, () => Promise<{ default: ComponentType }>> = {
  BENEFICIAIRE: () => import('../features/requests/pages/request-list-page.tsx'),
  PARTENAIRE: () => import('../features/worklist/pages/worklist-page.tsx'),
};
const pages: Record<Role, ComponentType> = {
  BENEFICIAIRE: page(files.BENEFICIAIRE, ['requests']),
  PARTENAIRE: page(files.PARTENAIRE, ['worklist']),
};

// Who is here is known: their list is fetched before it is drawn.
const visitor = currentSession();
if (visitor !== null) files[visitor.role]().catch(() => undefined);

/** The request list of the person's role. */
export default function RequestsPage() {
  const session = useSession();
  const Page = session === null ? null : pages[session.role];
  return Page === null ? null : <Page />;
}
