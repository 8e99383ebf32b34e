import type { Role } from '@wasl/contracts';
import type { ComponentType } from 'react';

import type layout from '../../i18n/fr/layout.json';
import type { Namespace } from '../../i18n/namespaces.ts';
import type { Session } from '../session/session.ts';

export type TitleKey = keyof (typeof layout)['titles'];

/** A page and its words, as they travel. */
export interface PageFile {
  /** Catalogues the page needs, fetched along with it. */
  readonly namespaces: readonly Namespace[];
  /** The page: a default export, so that it is a file of its own on the wire. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /**
   * Asks the server for what the page shows first, with what the page itself will ask (`lib/http/early-calls.ts`): made while the
   * libraries still travel. `search` is that of the address.
   */
  readonly ask?: (search: URLSearchParams, session: Session) => void;
}

interface Address {
  readonly path: string;
  /** Addresses below it at which the same page shows a dialog of its own open. */
  readonly dialogs?: readonly string[];
  /**
   * Who comes here. `anonymous`: only without a session, a signed-in person is sent to the requests.
   * `everyone`: with or without (mailed links). `session`: any role. Otherwise the roles named.
   */
  readonly access: 'anonymous' | 'everyone' | 'session' | readonly Role[];
  /** Title of the page, a key of `layout:titles`; by role where it differs. */
  readonly title: TitleKey | Readonly<Record<Role, TitleKey>>;
  /** A few words and one button: without a session its column is narrow and stands in the middle. */
  readonly isNarrow?: boolean;
  /** Page above in the breadcrumb. */
  readonly parent?: string;
}

/** One address of the application: one page, or one for each role. */
export type AppRoute = Address & (PageFile | { readonly byRole: Readonly<Record<Role, PageFile>> });
