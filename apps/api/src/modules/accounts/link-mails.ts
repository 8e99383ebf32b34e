import { linkMails } from '@wasl/contracts/administration';

import type { Deps } from '../../platform/program/deps.ts';

type LinkMail = (typeof linkMails)[number];

/** The key that counts the mails with a link to one address. */
export const linkMailKey = (kind: LinkMail, email: string): string => `${kind} ${email}`;

/** Mails with a link that an address gets no more of in this hour. */
export async function limitedMailsOf(
  { limits }: Pick<Deps, 'limits'>,
  email: string,
): Promise<LinkMail[]> {
  const reached = await Promise.all(
    linkMails.map(
      async (kind) => await limits.isReached('accountMail', { account: linkMailKey(kind, email) }),
    ),
  );
  return linkMails.filter((_, at) => reached[at]);
}
