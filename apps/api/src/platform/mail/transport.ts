import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createTransport } from 'nodemailer';

/** One mail ready to leave. */
export interface OutgoingMail {
  /** Number of the outbox row. */
  readonly id: number;
  /** The random part of its Message-ID, the same over all attempts. */
  readonly messageKey: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly lang: string;
  /** Where the mails of its kind are turned off, without a session; null on one that cannot be refused. */
  readonly unsubscribe: { readonly url: string } | null;
}

/** The headers by which a mail program offers to turn mails off: one click (RFC 8058) over https only. */
function unsubscribeHeaders({ unsubscribe }: OutgoingMail): Record<string, string> {
  if (unsubscribe === null) return {};
  const { url } = unsubscribe;
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

export interface MailTransport {
  /** Hands the mail over. Rejects when it was not taken. */
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
    headers: {
      'Content-Language': mail.lang,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(mail),
    },
    // What the text says is text: never a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Sends by SMTP over a few kept connections. What the address says itself (`?requireTLS=true` …) wins.
 * @param options.tls nothing is said to a server that does not go over to TLS (`smtps:`, or STARTTLS)
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

/** Connects, goes over to TLS and signs in as for a mail, and sends none. Rejects with what would keep mails from leaving. */
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

/** A mail kept on disk, as the developers' mailbox lists it. */
export interface StoredMail {
  readonly id: number;
  readonly date: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes each mail as `<id>.eml`, with a JSON twin that the developers' mailbox shows. */
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
