import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createTransport } from 'nodemailer';

import type { CalendarFile } from './calendar.ts';

export interface OutgoingMail {
  /** Number of the outbox row. */
  readonly id: number;
  /** Random part of the Message-ID, the same over all attempts. */
  readonly messageKey: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly lang: string;
  /** Adds or removes a due day; null for most mails. */
  readonly calendar: CalendarFile | null;
  /** URL that unsubscribes from this kind without a session; null for a mail that cannot be refused. */
  readonly unsubscribe: { readonly url: string } | null;
}

/** Headers for the unsubscribe button of mail programs; one click (RFC 8058) only over https. */
function unsubscribeHeaders({ unsubscribe }: OutgoingMail): Record<string, string> {
  if (unsubscribe === null) return {};
  const { url } = unsubscribe;
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

export interface MailTransport {
  /** Sends the mail. Rejects when the server did not accept it. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

function message(mail: OutgoingMail) {
  const domain = /@([\w.-]+)/.exec(mail.from)?.[1] ?? 'localhost';
  return {
    from: mail.from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${mail.messageKey}@${domain}>`,
    attachments:
      mail.calendar === null
        ? []
        : [
            {
              filename: 'wasl.ics',
              content: mail.calendar.text,
              contentType: `text/calendar; charset=utf-8; method=${mail.calendar.method}`,
            },
          ],
    headers: {
      'Content-Language': mail.lang,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(mail),
    },
    // Texts are never interpreted as files or addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Sends by SMTP over a small connection pool. Options in the address (`?requireTLS=true` …) take precedence.
 * @param options.tls sends nothing without TLS (`smtps:` or STARTTLS)
 */
export function smtpTransport(address: string, options: { tls: boolean }): MailTransport {
  const transporter = smtpTransporter(address, options);
  return {
    async send(mail) {
      await transporter.sendMail(message(mail));
    },
    close: () => transporter.close(),
  };
}

/** Connects, switches to TLS and signs in without sending a mail. Rejects with the error that would block mails. */
export async function checkSmtp(address: string, options: { tls: boolean }): Promise<void> {
  const transporter = smtpTransporter(address, options);
  try {
    await transporter.verify();
  } finally {
    transporter.close();
  }
}

function smtpTransporter(address: string, options: { tls: boolean }) {
  const url = new URL(address);
  const defaults = {
    pool: 'true',
    maxConnections: '3',
    connectionTimeout: '10000',
    greetingTimeout: '10000',
    socketTimeout: '20000',
    ...(options.tls ? { requireTLS: 'true' } : {}),
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return createTransport(url.href);
}

/** A mail on disk, as the developers' mailbox lists it. */
export interface StoredMail {
  readonly id: number;
  readonly date: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes each mail as `<id>.eml`, with a JSON copy for the developers' mailbox. */
export function folderTransport(folder: string, now: () => Date): MailTransport {
  const compiler = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const write = async (name: string, content: string | Buffer): Promise<void> => {
    const temporary = path.join(folder, `.${name}.part`);
    await writeFile(temporary, content, { mode: 0o600 });
    await rename(temporary, path.join(folder, name));
  };
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sent = await compiler.sendMail(message(mail));
      const name = String(mail.id).padStart(8, '0');
      const { id, to, subject, html, text } = mail;
      const stored: StoredMail = { id, date: now().toISOString(), to, subject, html, text };
      await write(`${name}.json`, JSON.stringify(stored));
      await write(`${name}.eml`, sent.message as Buffer);
    },
    close: () => compiler.close(),
  };
}
