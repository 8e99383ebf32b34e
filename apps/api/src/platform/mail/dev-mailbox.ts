import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Lang } from '@wasl/contracts';
import express, { type Router } from 'express';

import { mailCatalogue } from './words/index.ts';
import { ApiError } from '../http/api-error.ts';
import { languageOf } from '../http/language.ts';
import { formatDateTime } from './content.ts';
import { escapeHtml } from './escape-html.ts';
import type { StoredMail } from './transport.ts';

export const shownMails = 200;

/** What a plugin would have sent, as HTML. */
export type MailboxPart = (lang: Lang) => Promise<string>;

const look = `
:root{--page:#fbfaf7;--surface:#fff;--text:#1f2a2e;--muted:#566266;--border:#ddd8cc;--link:#0b6e6e}
@media (prefers-color-scheme:dark){:root{--page:#10191b;--surface:#18262a;--text:#eef1ee;--muted:#b3bfc0;--border:#33464a;--link:#7fd3ce}}
body{margin:0;padding:1.5rem;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,'Segoe UI','Noto Sans Arabic',sans-serif}
h1{margin:0;font-size:1.5rem}
h2{margin:2rem 0 0;font-size:1.25rem}
p{margin:.25rem 0 1.25rem;color:var(--muted)}
a{color:var(--link)}
div{overflow-x:auto;border:1px solid var(--border);border-radius:10px;background:var(--surface)}
table{inline-size:100%;border-collapse:collapse}
th{color:var(--muted);font-size:.875rem}
th,td{padding:.625rem .75rem;border-block-end:1px solid var(--border);text-align:start}
tr:last-child td{border:0}
td:nth-child(1){white-space:nowrap}
tr>td:nth-child(4):nth-last-child(2){white-space:nowrap}
td:nth-child(4) a{display:inline-block;padding:.25rem .375rem}
td:nth-child(5){overflow-wrap:anywhere;min-inline-size:12rem;font-size:.875rem}
`.trim();

function page(lang: Lang, title: string, body: string): string {
  return `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev/mail/look.css"><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
}

async function read(folder: string, name: string): Promise<StoredMail> {
  return JSON.parse(await readFile(path.join(folder, name), 'utf8')) as StoredMail;
}

async function newestFirst(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => []);
  const stored = names
    .filter((name) => /^\d+\.json$/.test(name))
    .sort()
    .reverse()
    .slice(0, shownMails);
  return await Promise.all(stored.map((name) => read(folder, name)));
}

/**
 * The developers' mailbox: what would have been sent, newest first, each mail as it looks and as text; then the
 * parts of plugins.
 * Mount it only where mails are written to a folder and never in production.
 */
export function devMailbox(folder: string, ofPlugins: readonly MailboxPart[]): Router {
  const router = express.Router();
  const one = async (id: string): Promise<StoredMail> => {
    if (!/^\d{1,8}$/.test(id)) throw new ApiError('NOT_FOUND');
    return await read(folder, `${id.padStart(8, '0')}.json`).catch((cause: unknown) => {
      throw new ApiError('NOT_FOUND', { cause });
    });
  };

  router.get('/', async (req, res) => {
    const lang = languageOf(req);
    const t = mailCatalogue.in(lang);
    const mails = await newestFirst(folder);
    const parts = await Promise.all(ofPlugins.map((part) => part(lang)));
    const rows = mails.map((mail) => {
      const id = String(mail.id);
      const link = mail.text.split('\n').find((line) => /^https?:\/\/\S+$/.test(line)) ?? '';
      return `<tr><td>${formatDateTime(new Date(mail.date))}</td><td><bdi>${escapeHtml(mail.to)}</bdi></td><td><bdi>${escapeHtml(mail.subject)}</bdi></td><td><a href="/dev/mail/${id}/html">${escapeHtml(t('mailbox.html'))}</a> <a href="/dev/mail/${id}/text">${escapeHtml(t('mailbox.text'))}</a></td><td><a dir="ltr" href="${escapeHtml(link)}">${escapeHtml(link)}</a></td></tr>`;
    });
    const heads = [
      t('mailbox.date'),
      t('mailbox.to'),
      t('mailbox.subject'),
      '',
      t('mailbox.links'),
    ];
    const table =
      mails.length === 0
        ? `<p>${escapeHtml(t('mailbox.empty'))}</p>`
        : `<div tabindex="0" role="region" aria-label="${escapeHtml(t('mailbox.title'))}"><table><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
    res.setHeader('cache-control', 'no-store');
    res
      .type('html')
      .send(
        page(
          lang,
          t('mailbox.title'),
          `<p>${escapeHtml(t('mailbox.explanation'))}</p>${table}${parts.join('')}`,
        ),
      );
  });

  router.get('/look.css', (_req, res) => {
    res.type('css').send(look);
  });

  router.get('/:id/html', async (req, res) => {
    const mail = await one(req.params.id);
    // A mail uses inline styles; nothing else may run or load here.
    res.setHeader(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    res.setHeader('cache-control', 'no-store');
    res.type('html').send(mail.html);
  });

  router.get('/:id/text', async (req, res) => {
    const mail = await one(req.params.id);
    res.setHeader('cache-control', 'no-store');
    res.type('text/plain').send(mail.text);
  });
  return router;
}
