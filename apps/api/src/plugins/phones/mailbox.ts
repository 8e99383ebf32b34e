import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Lang } from '@wasl/contracts';

import { formatDateTime } from '../../platform/mail/content.ts';
import { shownMails } from '../../platform/mail/dev-mailbox.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { mailCatalogue } from '../../platform/mail/words/index.ts';
import type { StoredPhoneMessage } from './gateway.ts';
import { phoneCatalogue } from './words/index.ts';

/** Messages to telephones, the newest first. The names of their files have no order. */
async function newestMessages(folder: string): Promise<StoredPhoneMessage[]> {
  const names = await readdir(folder).catch(() => []);
  const stored = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(
        async (name) =>
          JSON.parse(await readFile(path.join(folder, name), 'utf8')) as StoredPhoneMessage,
      ),
  );
  return stored.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, shownMails);
}

/** The part of the mailbox with what would have gone to telephones. */
export async function phonePart(folder: string, lang: Lang): Promise<string> {
  const t = phoneCatalogue.in(lang);
  const messages = await newestMessages(folder);
  const title = t('mailbox.title');
  const head = `<h2 id="phones">${escapeHtml(title)}</h2>`;
  if (messages.length === 0) return `${head}<p>${escapeHtml(t('mailbox.empty'))}</p>`;
  const heads = [
    mailCatalogue.in(lang)('mailbox.date'),
    t('mailbox.number'),
    t('mailbox.channel'),
    t('mailbox.text'),
  ];
  const rows = messages.map(
    ({ date, to, channel, text, lang: its }) =>
      `<tr><td>${formatDateTime(new Date(date))}</td><td><bdi dir="ltr">${escapeHtml(to)}</bdi></td><td>${escapeHtml(t(`mailbox.${channel}`))}</td><td lang="${its}" dir="auto">${withLinks(text)}</td></tr>`,
  );
  return `${head}<p>${escapeHtml(t('mailbox.explanation'))}</p><div tabindex="0" role="region" aria-labelledby="phones"><table><thead><tr>${heads.map((one) => `<th scope="col">${escapeHtml(one)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** A text whose web addresses can be followed, as telephones show it. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => {
      const escaped = escapeHtml(part);
      return at % 2 === 1 ? `<a dir="ltr" href="${escaped}">${escaped}</a>` : escaped;
    })
    .join('');
}
