import { langs } from '@wasl/contracts';
import { expect, it } from 'vitest';

const catalogues = import.meta.glob<Record<string, unknown>>('../i18n/*/*.json', {
  import: 'default',
  eager: true,
});

function formsOf(words: unknown, path: readonly string[]): string[] {
  const [first = '', ...rest] = path;
  const entries = Object.entries(words as Record<string, unknown>);
  if (rest.length > 0) return formsOf(Object.fromEntries(entries)[first], rest);
  return entries.flatMap(([key, text]) =>
    key.startsWith(`${first}_`) && !key.endsWith('_zero') ? [String(text)] : [],
  );
}

// WCAG 2.5.3: people who control the page by voice say the number that they see.
it.each([
  'layout.bellUnread',
  'layout.nav.unread',
  'layout.nav.unanswered',
  'worklist.actions.moreUnread',
  'messages.list.unread',
  'messages.list.unanswered',
])('%s, the name of a control with a badge, contains its number in every language', (key) => {
  const [namespace = '', ...path] = key.split('.');
  for (const lang of langs) {
    const forms = formsOf(catalogues[`../i18n/${lang}/${namespace}.json`], path);
    expect(forms.length).toBeGreaterThan(1);
    for (const form of forms) expect(form).toContain('{{count}}');
  }
});
