import type { Language } from './catalogues.ts';

/** A typographic rule: a wrong pattern (after names replace placeholders), and the correct form. */
interface Rule {
  wrong: RegExp;
  right: string;
}

const noBreak = 'U+00A0';
const thin = 'U+202F';
// Arabic letters and marks; `\b` covers Latin ones only.
const arabic = '\\u0600-\\u06ff';

/**
 * Spacing and punctuation of each language. French follows the Imprimerie nationale; a sign after a plain space may
 * begin a line.
 */
const RULES: Readonly<Record<Language, readonly Rule[]>> = {
  fr: [
    { wrong: /[^\u202f!?][;!?]/u, right: `${thin} stands before ; ! ?` },
    { wrong: /[^\u00a0]:(?!\S)/u, right: `${noBreak} stands before :` },
    { wrong: /[\d}][^\u00a0]?%/u, right: `${noBreak} stands before %` },
    { wrong: /«[^\u00a0]|[^\u00a0]»/u, right: `${noBreak} stands inside « »` },
    { wrong: /'/u, right: 'the apostrophe is ’' },
  ],
  en: [
    { wrong: /[\s\u00a0\u202f][;:!?%]/u, right: 'nothing stands before ; : ! ? %' },
    { wrong: /['"]/u, right: 'the marks are ’ and “ ”' },
  ],
  ar: [
    { wrong: new RegExp(`[${arabic}][,;?]`, 'u'), right: 'the marks are ، ؛ ؟' },
    { wrong: /[\s\u00a0\u202f][،؛؟:!%]/u, right: 'nothing stands before ، ؛ ؟ : ! %' },
    { wrong: /\u064b\u0627/u, right: 'the tanwin stands on the alif: اً' },
    {
      wrong: new RegExp(`(?<![${arabic}])و[\\s\\u00a0]`, 'u'),
      right: 'و is joined to the next word',
    },
  ],
  es: [
    { wrong: /[\d}][^\u00a0]?%/u, right: `${noBreak} stands before %` },
    { wrong: /[\s\u00a0\u202f][;:!?]/u, right: 'nothing stands before ; : ! ?' },
    { wrong: /'/u, right: 'the apostrophe is ’' },
  ],
};

/** Removes product names, addresses and runs of signs, which are no prose. */
function prose(text: string): string {
  return text
    .replaceAll(/\{\{[^}]*\}\}/g, '}')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\S+\.\w+\/\S*/g, '#')
    .replaceAll(/[!@#$%^&*]{3,}/g, '#');
}

/** Faults of spacing and punctuation in one text: one sentence each. */
export function spacingFaults(language: Language, text: string): string[] {
  const read = prose(text);
  const faults = RULES[language].filter(({ wrong }) => wrong.test(read)).map(({ right }) => right);
  if (language === 'es') {
    for (const [open, close] of ['¿?', '¡!'].map((pair) => pair.split(''))) {
      if (read.split(open ?? '').length !== read.split(close ?? '').length)
        faults.push(`${open ?? ''} opens what ${close ?? ''} closes`);
    }
  }
  return faults;
}
