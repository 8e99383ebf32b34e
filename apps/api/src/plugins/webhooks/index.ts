import { doubt, fault, ok } from '../../platform/program/finding.ts';
import { readQueues } from '../../platform/jobs/queues.repository.ts';
import { definePlugin } from '../../platform/program/plugin.ts';
import { setting } from '../../platform/settings/env-schema.ts';
import {
  addressAccesses,
  deliveryRetention,
  signingSecrets,
  webhookQueue,
} from './additions.repository.ts';
import { webhooksCommands } from './commands.ts';
import { sentByHand } from './limits.ts';
import { messagePoster } from './post-message.ts';
import { reach, type Reach } from './reach.ts';
import { notifyDisabled } from './webhook-disabled.service.ts';
import { webhookDisabledMail } from './webhook-disabled-mail.ts';
import { boundWaiting } from './waiting-messages.service.ts';
import { webhookSender } from './webhook-sender.ts';
import { webhooksHandlers } from './webhooks.routes.ts';

const lateSeconds = 900;
const everyFiveMinutes = { everySeconds: 5 * 60, firstAfterSeconds: 0 };
const anywherePublic: Reach = { isOn: true, allowedPrivate: [] };

/** Webhooks about the steps of an organisation (docs/integrations.md). */
export const webhooks = definePlugin(
  {
    WEBHOOKS: setting(
      reach,
      '`on`',
      '`off` disables webhooks; internal networks that webhooks may reach, separated by commas (`10.20.0.0/16`)',
    ),
  },
  ({ WEBHOOKS: own = anywherePublic }) => ({
    handlers: (deps) => webhooksHandlers({ ...deps, reach: own }),
    worker: (deps) =>
      webhookSender({
        ...deps,
        poster: messagePoster({
          allowedPrivate: own.allowedPrivate,
          isPlainAllowed: !deps.settings.production,
        }),
        isOn: own.isOn,
      }),
    jobs: (deps) => [
      { name: 'webhooks-off', ...everyFiveMinutes, run: () => notifyDisabled(deps) },
      { name: 'webhooks-waiting', ...everyFiveMinutes, run: () => boundWaiting(deps) },
    ],
    mails: [webhookDisabledMail],
    queues: [webhookQueue],
    retained: [deliveryRetention],
    accesses: [addressAccesses],
    sealed: [signingSecrets],
    look: async (deps) => {
      const { ofPlugins } = await readQueues(deps, [webhookQueue]);
      const [{ late, waiting } = { late: 0, waiting: 0 }] = ofPlugins.map(({ state }) => state);
      const off = ofPlugins[0]?.gauges['wasl_webhook_endpoints_off'] ?? 0;
      const recorded = [
        ...(own.isOn && late > lateSeconds
          ? [fault('messages to other systems do not leave; npm run admin -- webhooks list')]
          : []),
        ...(off > 0
          ? [
              doubt(
                `${String(off)} addresses of other systems were turned off; npm run admin -- webhooks list says why`,
              ),
            ]
          : []),
      ];
      return recorded.length > 0 ? recorded : [ok(`${String(waiting)} messages wait`)];
    },
  }),
  {
    limits: [sentByHand],
    commands: (values) => webhooksCommands(() => values().WEBHOOKS ?? anywherePublic),
  },
);
