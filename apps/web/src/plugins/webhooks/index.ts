import type { WebPlugin } from '../../domain/plugins/web-plugin.ts';
import { Webhooks } from './components/webhooks.tsx';

/** Addresses of other systems that the portal calls. */
export const webhooks: WebPlugin = { OrganisationSection: Webhooks };
