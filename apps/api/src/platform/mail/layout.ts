import type { MailContent, MailItem } from './content.ts';
import { escapeHtml } from './escape-html.ts';

const light = {
  page: '#FBFAF7',
  surface: '#FFFFFF',
  text: '#1F2A2E',
  muted: '#566266',
  border: '#DDD8CC',
  link: '#0B6E6E',
  action: '#0B6E6E',
  onAction: '#FFFFFF',
} as const;
type Role = keyof typeof light;
const dark: Readonly<Record<Role, string>> = {
  page: '#10191B',
  surface: '#18262A',
  text: '#EEF1EE',
  muted: '#B3BFC0',
  border: '#33464A',
  link: '#7FD3CE',
  action: '#5CC2BD',
  onAction: '#10191B',
};
const fonts = "'IBM Plex Sans','IBM Plex Sans Arabic','Segoe UI',Tahoma,Arial,sans-serif";

const painted = ['color', 'background', 'border-color'] as const;
type Painted = (typeof painted)[number];

/** Style attribute with the light colours, and the classes that replace them in dark mode. */
function styled(paint: Partial<Record<Painted, Role>>, style: string): string {
  const roles = painted.flatMap((property) => {
    const role = paint[property];
    return role === undefined ? [] : [{ property, role }];
  });
  const classes = roles.map(({ property, role }) => `${property}-${role}`).join(' ');
  const colours = roles.map(({ property, role }) => `${property}:${light[role]}`).join(';');
  return `class="${classes}" style="${style};${colours}"`;
}

/** Mail programs that do not know it show the inline light colours. */
const darkMode = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${(
  Object.keys(light) as Role[]
)
  .flatMap((role) =>
    painted.map((property) => `.${property}-${role}{${property}:${dark[role]}!important}`),
  )
  .join('')}}`;

/** Escapes text. A request's number does not break: broken at its hyphen it reads backwards in Arabic text. */
const written = (text: string): string =>
  escapeHtml(text).replace(/\d{4}-\d{6}/g, '<span style="white-space:nowrap">$&</span>');

const withBreaks = (text: string): string => written(text).replace(/\r?\n/g, '<br>');

const linked = (url: string, html: string, color: Role = 'link'): string =>
  `<a href="${escapeHtml(url)}" ${styled({ color }, 'text-decoration:underline')}>${html}</a>`;

const listed = (item: MailItem): string =>
  typeof item === 'string' ? withBreaks(item) : linked(item.url, written(item.label));

const footLinks = ({ preferences, unsubscribe }: MailContent) =>
  [preferences, unsubscribe].filter((link) => link !== null);

const small = (html: string): string =>
  `<p ${styled({ color: 'muted' }, 'margin:0 0 16px;font-size:14px')}>${html}</p>`;

/** The mail as HTML for mail programs: tables and inline styles, right-to-left in Arabic, every text escaped. */
export function mailHtml(content: MailContent): string {
  const isRtl = content.lang === 'ar';
  const dir = isRtl ? 'rtl' : 'ltr';
  const align = isRtl ? 'right' : 'left';
  const table = `table role="presentation" cellpadding="0" cellspacing="0" dir="${dir}"`;
  const cell = `font-family:${fonts};font-size:16px;line-height:1.6;text-align:${align}`;
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${withBreaks(text)}</p>`;
  const list =
    content.list.length === 0
      ? ''
      : `<ul style="margin:0 0 16px;padding-${align}:24px">${content.list
          .map((item) => `<li style="margin:0 0 4px">${listed(item)}</li>`)
          .join('')}</ul>`;
  const { button } = content;
  const action =
    button === null
      ? ''
      : `<${table} style="margin:8px 0 24px"><tr><td ${styled({ background: 'action' }, 'border-radius:10px')}><a href="${escapeHtml(button.url)}" ${styled({ color: 'onAction' }, `display:inline-block;padding:12px 24px;font-family:${fonts};font-size:16px;font-weight:600;text-decoration:none`)}>${escapeHtml(button.label)}</a></td></tr></table>`;
  const hint =
    button === null
      ? ''
      : `${small(escapeHtml(content.linkHint))}
<p dir="ltr" style="margin:0 0 24px;font-size:14px;word-break:break-all;text-align:${align}">${linked(button.url, escapeHtml(button.url))}</p>`;
  const foot = footLinks(content)
    .map(({ label, url }) => `<br>${linked(url, escapeHtml(label), 'muted')}`)
    .join('');
  return `<!doctype html>
<html lang="${content.lang}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(content.subject)}</title><style>${darkMode}</style></head>
<body ${styled({ background: 'page' }, 'margin:0;padding:0')}>
<${table} ${styled({ background: 'page' }, 'width:100%')}><tr><td align="center" style="padding:24px 12px">
<${table} width="560" ${styled({ background: 'surface', 'border-color': 'border' }, 'width:100%;max-width:560px;border:1px solid;border-radius:10px')}>
<tr><td ${styled({ color: 'link', 'border-color': 'link' }, `${cell};padding:20px 28px;border-bottom:3px solid;font-weight:700;font-size:20px`)}><span lang="fr">Wasl</span> · <span lang="ar">وصل</span></td></tr>
<tr><td ${styled({ color: 'text' }, `${cell};padding:28px;word-break:break-word`)}>
${paragraph(content.greeting)}
${content.paragraphs.map(paragraph).join('\n')}
${list}
${action}
${content.note === null ? '' : small(withBreaks(content.note))}
${hint}
<p style="margin:0">${escapeHtml(content.signature)}</p>
</td></tr>
<tr><td ${styled({ color: 'muted', 'border-color': 'border' }, `${cell};padding:16px 28px;border-top:1px solid;font-size:14px`)}>${escapeHtml(content.automatic)}${foot}</td></tr>
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
