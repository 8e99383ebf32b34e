import type { Settings } from './env.ts';
import { replaced } from './replaced-settings.ts';

/** Warnings about valid but probably unintended settings, for the startup log and `admin doctor`. */
export function settingsDoubts(settings: Settings): string[] {
  const doubts = settings.replaced.map(
    (name) => `${name} is not read any more: use ${replaced[name] ?? ''}`,
  );
  if (settings.publicUrl.startsWith('https:') && settings.trustProxy === false) {
    doubts.push(
      'PUBLIC_URL is https and TRUST_PROXY is not set: behind a proxy everybody has its address, and shares its limits of calls; set TRUST_PROXY to the number of proxies',
    );
  }
  if (settings.partnerApproval === 'auto') {
    doubts.push(
      'PARTNER_APPROVAL=auto: agents are approved without anybody looking; for demonstrations only',
    );
  }
  if (settings.production && settings.smtpUrl === null) {
    doubts.push('SMTP_URL is not set: mails are written to a folder and reach no recipient');
  }
  return doubts;
}
