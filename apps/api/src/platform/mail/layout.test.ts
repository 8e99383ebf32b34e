import { langs, type Lang } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { mailSamples } from '../../testing/mail-samples.ts';
import { composeMail } from './compose.ts';
import { escapeHtml } from './escape-html.ts';
import { mailHtml, mailText } from './layout.ts';
import type { MailTemplate } from './mails/index.ts';

const templates = Object.keys(mailSamples) as MailTemplate[];
const mailOf = (template: MailTemplate, lang: Lang) =>
  composeMail(template, mailSamples[template], lang, 'https://portail.example.ma', {
    unsubscribeToken: 'T0ken',
  });

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of a mail by class, `color-text`: those of its elements, or those of its dark mode. */
function coloursOf(html: string, isDark: boolean): ReadonlyMap<string, string> {
  const rule = /\.([a-z-]+?)-([a-zA-Z]+)\{\1:(#[0-9A-F]{6})!important\}/g;
  const dark = [...html.matchAll(rule)].map(
    ([, property, role, value]) => [`${property ?? ''}-${role ?? ''}`, value ?? ''] as const,
  );
  const light = [...html.matchAll(/class="([^"]*)" style="([^"]*)"/g)].flatMap(
    ([, classes = '', style = '']) =>
      classes.split(' ').map((name) => {
        const property = name.slice(0, name.lastIndexOf('-'));
        const value = style.split(';').find((part) => part.startsWith(`${property}:`));
        return [name, value?.slice(property.length + 1) ?? ''] as const;
      }),
  );
  return new Map(isDark ? dark : light);
}

describe.each(templates.flatMap((template) => langs.map((lang) => [template, lang] as const)))(
  'the mail %s in %s',
  (template, lang) => {
    const content = mailOf(template, lang);
    const html = mailHtml(content);
    const dir = lang === 'ar' ? 'rtl' : 'ltr';

    it('loads no external resource, and contains its whole style', () => {
      expect(html).not.toMatch(/<link|<script|<img|<iframe|@import|url\(|src=|@font-face/i);
      expect(html.match(/<style>/g)).toHaveLength(1);
      // Gmail cuts a longer mail.
      expect(Buffer.byteLength(html)).toBeLessThan(100 * 1024);
    });

    it('declares its language and direction, on each table too', () => {
      expect(html).toContain(`<html lang="${lang}" dir="${dir}">`);
      const tables = html.match(/<table[^>]*>/g) ?? [];
      expect(tables.length).toBeGreaterThan(1);
      for (const table of tables) {
        expect(table).toContain(`dir="${dir}"`);
        expect(table).toContain('role="presentation"');
      }
    });

    it('is at most 560 px wide, and shrinks to the width of a phone', () => {
      expect(html).toMatch(/<table[^>]* width="560"[^>]*width:100%;max-width:560px/);
      for (const [, width] of html.matchAll(/width(?:="|:)(\d+)(?!%)/g))
        expect(Number(width)).toBeLessThanOrEqual(600);
      expect(html).toContain('content="width=device-width, initial-scale=1"');
    });

    it('has a dark mode that replaces each of its colours', () => {
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
      expect(html).toContain('@media (prefers-color-scheme:dark)');
      const dark = coloursOf(html, true);
      for (const [, tag, style = ''] of html.matchAll(/<(\w+[^>]*) style="([^"]*)"/g))
        for (const [, property = ''] of style.matchAll(/([\w-]+):#/g))
          expect(tag).toMatch(new RegExp(`class="[^"]*\\b${property}-`));
      for (const name of coloursOf(html, false).keys()) expect([...dark.keys()]).toContain(name);
    });

    it('has the same content in plain text', () => {
      const text = mailText(content);
      const items = content.list.map((item) => (typeof item === 'string' ? item : item.label));
      const links = [content.button, content.preferences, content.unsubscribe].flatMap((link) =>
        link === null ? [] : [link.label, link.url],
      );
      for (const part of [content.greeting, ...content.paragraphs, ...items, ...links]) {
        expect(text).toContain(part);
        expect(
          html.replaceAll(/<span style="white-space:nowrap">([^<]*)<\/span>/g, '$1'),
        ).toContain(escapeHtml(part).replaceAll('\n', '<br>'));
      }
      expect(text).not.toMatch(/<\/?[a-z]+[ >]/);
    });
  },
);

it.each([
  ['light', false],
  ['dark', true],
])('a mail has sufficient contrast in the %s colours', (_, isDark) => {
  const html = mailHtml(mailOf('makerLeft', 'fr'));
  const colours = coloursOf(html, isDark);
  const ratio = (text: string, ground: string): number =>
    contrast(colours.get(`color-${text}`) ?? '', colours.get(`background-${ground}`) ?? '');
  for (const text of ['text', 'muted', 'link'])
    expect(ratio(text, 'surface')).toBeGreaterThanOrEqual(4.5);
  expect(ratio('onAction', 'action')).toBeGreaterThanOrEqual(4.5);
});
