import type { Role } from '@wasl/contracts';
import type { ComponentType } from 'react';

import type layout from '../../i18n/fr/layout.json';
import type { Namespace } from '../../i18n/namespaces.ts';
import type { Session } from '../session/session.ts';

export type TitleKey = keyof (typeof layout)['titles'];

export interface PageFile {
  readonly namespaces: readonly Namespace[];
  /** Loads the page; its default export makes it a separate chunk. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /**
   * Prefetches the page's first data with the page's own calls (`lib/http/prefetch.ts`) while the libraries load.
   * @param search query of the address
   * @param session null for a visitor of a public page
   */
  readonly prefetch?: (search: URLSearchParams, session: Session | null) => void;
}

interface Address {
  readonly path: string;
  /**
   * Who may open the page. `anonymous`: only without a session; a signed-in person is redirected to the requests.
   * `everyone`: with or without a session (mailed links). `session`: any role. Otherwise the listed roles.
   */
  readonly access: 'anonymous' | 'everyone' | 'session' | readonly Role[];
  /** Title of the page, a key of `layout:titles`; by role where it differs. */
  readonly title: TitleKey | Readonly<Record<Role, TitleKey>>;
  readonly parent?: string;
}

export type AppRoute = Address & (PageFile | { readonly byRole: Readonly<Record<Role, PageFile>> });
