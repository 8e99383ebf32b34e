import { z } from 'zod';

import { readQueues } from '../../platform/jobs/queues.repository.ts';
import { fault, ok } from '../../platform/program/finding.ts';
import { definePlugin } from '../../platform/program/plugin.ts';
import { httpUrl, setting } from '../../platform/settings/env-schema.ts';
import type { Settings } from '../../platform/settings/env.ts';
import { isLoopbackHost } from '../../platform/settings/loopback.ts';
import { messageRetention, ownPhone, phoneQueue, unprovenNumbers } from './additions.repository.ts';
import { messagesCommands } from './commands.ts';
import { folderGateway, httpGateway, phoneFolder } from './gateway.ts';
import { codesOfPerson, codesOfPortal, codesToNumber, codesToUnproven } from './limits.ts';
import { phonePart } from './mailbox.ts';
import { phoneSender } from './phone-sender.ts';
import { longestPublicUrl, shortPath } from './phone-text.ts';
import { phonesHandlers } from './phones.routes.ts';
import { shortAddresses } from './short-addresses.ts';
import { inPlaceOfMails } from './stand-in.repository.ts';

/** To one person on one day, codes aside. */
const mostPerDay = 5;
const lateSeconds = 900;

/** Messages to telephones in place of mails (docs/operations/text-messages.md). */
export const phones = definePlugin(
  {
    MESSAGES_URL: setting(
      httpUrl,
      'none; in development messages are files next to the mails',
      'gateway for SMS and WhatsApp (docs/operations/text-messages.md)',
    ),
    MESSAGES_SECRET: setting(
      z
        .string()
        .regex(
          /^(whsec_)?[A-Za-z0-9+/]{32,100}={0,2}$/,
          'must be 24 bytes or more in base64; make one with: openssl rand -base64 32',
        ),
      'none',
      'signs the calls to `MESSAGES_URL`; required with it',
    ),
  },
  ({ MESSAGES_URL: url, MESSAGES_SECRET: secret = '' }) => {
    // Without a gateway messages go to a folder, which no person in production would see.
    const isOffered = ({ production }: Settings): boolean => url !== undefined || !production;
    return {
      handlers: (deps) =>
        phonesHandlers({ ...deps, mostPerDay, isOffered: isOffered(deps.settings) }),
      worker: (deps) => {
        const { settings, clock } = deps;
        const now = () => clock.now();
        const hasGateway = isOffered(settings);
        const sender = phoneSender({
          ...deps,
          gateway:
            url === undefined
              ? folderGateway(phoneFolder(settings), now)
              : httpGateway(url, secret, now),
          hasGateway,
          publicUrl: settings.publicUrl,
          mostPerDay,
          night: settings.night,
        });
        return hasGateway ? { ...sender, wakesOn: 'mail' } : sender;
      },
      standIn: { ...inPlaceOfMails, isOffered },
      pages: { [shortPath]: shortAddresses() },
      mailbox: (settings) => (lang) => phonePart(phoneFolder(settings), lang),
      queues: [phoneQueue],
      retained: [messageRetention, unprovenNumbers],
      personal: [ownPhone],
      doubts: (settings) => {
        const { publicUrl } = settings;
        const room = longestPublicUrl();
        return isOffered(settings) && publicUrl.length > room
          ? [
              `PUBLIC_URL has ${String(publicUrl.length)} characters: messages to telephones in some languages go without their link; with ${String(room)} or fewer each has room for it`,
            ]
          : [];
      },
      look: async (deps) => {
        const [queue] = (await readQueues(deps, [phoneQueue])).ofPlugins;
        const { late, waiting } = queue?.state ?? { late: 0, waiting: 0 };
        return late > lateSeconds
          ? fault(
              'messages to telephones do not leave; npm run admin -- messages list --state waiting says why',
            )
          : ok(`${String(waiting)} messages wait`);
      },
    };
  },
  {
    limits: [codesOfPerson, codesToUnproven, codesOfPortal, codesToNumber],
    commands: () => messagesCommands,
    faults: ({ MESSAGES_URL: url, MESSAGES_SECRET: secret }, production) => {
      if (url === undefined) return [];
      const isOpen = url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname);
      return [
        ...(secret === undefined
          ? [
              'MESSAGES_SECRET: is required with MESSAGES_URL; make one with: openssl rand -base64 32',
            ]
          : []),
        ...(production && isOpen
          ? [
              'MESSAGES_URL: is on another machine and begins with http://; make it https://, numbers of telephones travel there',
            ]
          : []),
      ];
    },
  },
);
