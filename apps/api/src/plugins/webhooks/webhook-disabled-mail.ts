import { places } from '@wasl/contracts';
import type { webhookOffReasons } from '@wasl/contracts/plugins/webhooks';

import type { PluginMail } from '../../platform/mail/define-mail.ts';
import { webhookWords } from './words/index.ts';

/** To the responsables: an address of their organisation was disabled. `host` is its host name. */
export const webhookDisabledMail: PluginMail<{
  organisation: string;
  host: string;
  reason: (typeof webhookOffReasons)[number];
}> = {
  template: 'webhookOff',
  priority: 1,
  body: ({ organisation, host, reason }, { lang, link, ltr }) => {
    const t = webhookWords.in(lang);
    return {
      subject: t('off.subject', { host: ltr(host) }),
      paragraphs: [t('off.body', { organisation, host: ltr(host) }), t(`off.${reason}`)],
      button: { label: t('off.button'), url: link(places.otherSystems()) },
      note: t('off.note'),
    };
  },
};
