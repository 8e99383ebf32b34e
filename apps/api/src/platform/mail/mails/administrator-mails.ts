import { mail } from '../define-mail.ts';

const unroutedCommand = 'npm run admin -- requests unrouted';

/** The named items of a list, with an ellipsis where there are more. */
function named(items: readonly string[], count: number): string[] {
  return items.length < count ? [...items, '…'] : [...items];
}

/** Mails to the administrator contain a command instead of a page. */
export const administratorMails = {
  /** To the administrator: submitted requests with an item that no organisation handles. It names at most 20. */
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

  /** To the administrator: no agent of an organisation can sign in, and requests wait for it. */
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
