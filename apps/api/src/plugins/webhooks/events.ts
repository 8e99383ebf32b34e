import type { webhookOffReasons } from '@wasl/contracts/plugins/webhooks';

import { mailBy, on, type Person } from '../../events/reaction.ts';
import { nameOf, type OrganisationName } from '../../platform/i18n/in-lang.ts';
import { webhookDisabledMail } from './webhook-disabled-mail.ts';

/** An address was disabled; `host` is its host name. */
export const webhookDisabled = on<{
  partnerId: number;
  organisation: OrganisationName;
  responsibles: readonly Person[];
  host: string;
  reason: (typeof webhookOffReasons)[number];
}>({
  responsibles: {
    readers: ({ responsibles }) => responsibles,
    notices: { WEBHOOK_OFF: ({ partnerId }) => ({ params: { partnerId } }) },
    pluginMails: [
      mailBy(webhookDisabledMail, ({ organisation, host, reason }, _, lang) => ({
        organisation: nameOf(organisation, lang),
        host,
        reason,
      })),
    ],
  },
});
