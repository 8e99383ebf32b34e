import { mail } from '../define-mail.ts';

const unroutedCommand = 'npm run admin -- requests unrouted';

/** What is named of a list, with dots where there is more. */
function named(items: readonly string[], count: number): string[] {
  return items.length < count ? [...items, '…'] : [...items];
}

/** Mails to the administrator: no page, but a command. */
export const administratorMails = {
  /** To the administrator: submitted requests with something that no organisation takes; at most 20 are named. */
  requestsUnrouted: mail<{ count: number; requests: string[] }>({
    priority: 1,
    body: ({ count, requests }, { t, ltr }) => ({
      subject: t('requestsUnrouted.subject', { requests: ltr(String(count)) }),
      paragraphs: [t('requestsUnrouted.body')],
      list: named(requests, count).map(ltr),
      button: null,
      note: t('requestsUnrouted.note', { command: ltr(unroutedCommand) }),
    }),
  }),

  /** To the administrator: nobody of an organisation can sign in any more, and requests wait on it. */
  organisationUnattended: mail<{
    organisation: string;
    partnerId: number;
    count: number;
    requests: string[];
  }>({
    priority: 1,
    body: ({ organisation, partnerId, count, requests }, { t, ltr }) => ({
      subject: t('organisationUnattended.subject', { organisation }),
      paragraphs: [
        t('organisationUnattended.body', { organisation, id: ltr(String(partnerId)) }),
        t('organisationUnattended.requests', { requests: ltr(String(count)) }),
      ],
      list: named(requests, count).map(ltr),
      button: null,
      note: t('organisationUnattended.note', { command: ltr(unroutedCommand) }),
    }),
  }),
};
