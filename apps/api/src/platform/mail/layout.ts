import type { MailContent, MailItem } from './content.ts';
import { escapeHtml } from './escape-html.ts';

const brand = '#0B6E6E';
const ink = '#1F2A2E';
const muted = '#5A676B';
const sand = '#FBFAF7';
const fonts = "'IBM Plex Sans','IBM Plex Sans Arabic','Segoe UI',Tahoma,Arial,sans-serif";

/** Escapes text. A request's number does not break: broken at its hyphen it reads backwards in Arabic text. */
const written = (text: string): string =>
  escapeHtml(text).replace(/\d{4}-\d{6}/g, '<span style="white-space:nowrap">$&</span>');

const withBreaks = (text: string): string => written(text).replace(/\r?\n/g, '<br>');

const listed = (item: MailItem): string =>
  typeof item === 'string'
    ? withBreaks(item)
    : `<a href="${escapeHtml(item.url)}" style="color:${brand}">${written(item.label)}</a>`;

const footLinks = ({ preferences, unsubscribe }: MailContent) =>
  [preferences, unsubscribe].filter((link) => link !== null);

/** The mail as HTML for mail programs: tables and inline styles, right-to-left in Arabic, every text escaped. */
export function mailHtml(content: MailContent): string {
  const isRtl = content.lang === 'ar';
  const dir = isRtl ? 'rtl' : 'ltr';
  const align = isRtl ? 'right' : 'left';
  const cell = `font-family:${fonts};color:${ink};font-size:16px;line-height:1.6;text-align:${align}`;
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${withBreaks(text)}</p>`;
  const list =
    content.list.length === 0
      ? ''
      : `<ul style="margin:0 0 16px;padding-${align}:24px">${content.list
          .map((item) => `<li style="margin:0 0 4px">${listed(item)}</li>`)
          .join('')}</ul>`;
  const url = content.button === null ? '' : escapeHtml(content.button.url);
  const button =
    content.button === null
      ? ''
      : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="background:${brand};border-radius:10px"><a href="${url}" style="display:inline-block;padding:12px 24px;font-family:${fonts};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(content.button.label)}</a></td></tr></table>`;
  const hint =
    content.button === null
      ? ''
      : `<p style="margin:0 0 4px;color:${muted};font-size:13px">${escapeHtml(content.linkHint)}</p>
<p dir="ltr" style="margin:0 0 24px;font-size:13px;word-break:break-all;text-align:${align}"><a href="${url}" style="color:${brand}">${url}</a></p>`;
  const note =
    content.note === null
      ? ''
      : `<p style="margin:0 0 16px;color:${muted};font-size:14px">${withBreaks(content.note)}</p>`;
  const foot = footLinks(content)
    .map(
      ({ label, url: to }) =>
        `<br><a href="${escapeHtml(to)}" style="color:${muted}">${escapeHtml(label)}</a>`,
    )
    .join('');
  return `<!doctype html>
<html lang="${content.lang}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:0;background:${sand}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${sand}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${dir}" style="max-width:560px;background:#ffffff;border:1px solid #E4E1D8;border-radius:10px">
<tr><td style="${cell};padding:20px 28px;border-bottom:3px solid ${brand};font-weight:700;font-size:20px;color:${brand}"><span lang="fr">Wasl</span> · <span lang="ar">وصل</span></td></tr>
<tr><td style="${cell};padding:28px">
${paragraph(content.greeting)}
${content.paragraphs.map(paragraph).join('\n')}
${list}
${button}
${note}
${hint}
<p style="margin:0">${escapeHtml(content.signature)}</p>
</td></tr>
<tr><td style="${cell};padding:16px 28px;border-top:1px solid #E4E1D8;font-size:13px;color:${muted}">${escapeHtml(content.automatic)}${foot}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

export function mailText(content: MailContent): string {
  return [
    content.greeting,
    ...content.paragraphs,
    ...(content.list.length > 0
      ? [
          content.list
            .map((item) => `- ${typeof item === 'string' ? item : `${item.label}\n  ${item.url}`}`)
            .join('\n'),
        ]
      : []),
    ...(content.button === null ? [] : [`${content.button.label}\n${content.button.url}`]),
    ...(content.note === null ? [] : [content.note]),
    content.signature,
    `-- \n${content.automatic}`,
    ...footLinks(content).map(({ label, url }) => `${label}\n${url}`),
  ]
    .join('\n\n')
    .concat('\n');
}
