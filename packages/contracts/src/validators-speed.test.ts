import { analyse } from 'scslre';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { newPassword } from './accounts/password.ts';
import { endpoints } from './endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';
import { isYoutubeUrl } from './requests/youtube.ts';
import { toE164 } from './wire/phone.ts';

/*
 * The test measures no time, because a busy machine would fail it. It records every expression that a validator runs on
 * a long text. An analysis then proves that each does not backtrack more than linearly. Expressions behind a length
 * limit may be slower, because their text is short.
 */

interface Node {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

const size = 1000;
const short = 300;
const fill = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

/** Long texts that reach as far as possible into each kind of check. */
const texts: readonly (readonly [name: string, text: string])[] = [
  ['one letter', fill('a')],
  ['letters and a bad end', `${fill('aA1!').slice(1)}\u0000`],
  ['digits', fill('1')],
  ['spaces', fill(' ')],
  ['an e-mail without an end', `${fill('a.')}@${fill('a-.')}!`],
  ['many @', fill('a@')],
  ['a phone of brackets', fill('(+212) ')],
  ['dates', fill('2026-03-01T00:00:00')],
  ['an address', `https://www.youtube.com/watch?v=${fill('a&v=')}`],
  ['commas', fill('A, ')],
  ['direction marks', fill('\u202e\u2066')],
  ['line breaks', fill('\r\n\t')],
];

/** Values of the schema's form with `text` in every text member; one for each branch of its unions. */
function* shapes(node: Node, text: string, depth = 0): Generator {
  const variants = node.anyOf ?? node.oneOf;
  if (variants !== undefined) {
    if (depth > 6) return;
    for (const variant of variants) yield* shapes(variant, text, depth + 1);
  } else if (node.const !== undefined) yield node.const;
  else if (node.properties !== undefined) {
    const members = Object.entries(node.properties).map(([name, inner]) => ({
      name,
      values: [...shapes(inner, text, depth + 1)],
    }));
    const most = Math.max(1, ...members.map(({ values }) => values.length));
    for (let index = 0; index < most; index += 1) {
      yield Object.fromEntries(
        members.map(({ name, values }) => [name, values[Math.min(index, values.length - 1)]]),
      );
    }
  } else if (node.items !== undefined) for (const one of shapes(node.items, text)) yield [one];
  else if (node.type === 'null') yield null;
  else yield text;
}

/** The longest text that each expression ran on. */
const longest = new Map<string, { readonly expression: RegExp; readonly length: number }>();

beforeEach(() => {
  longest.clear();
  const exec = RegExp.prototype.exec;
  // `test`, `match`, `replace` and `split` all call it.
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    const length = Math.max(longest.get(String(this))?.length ?? 0, text.length);
    longest.set(String(this), { expression: this, length });
    return exec.call(this, text);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Faults of the expressions that ran: more than linear on long texts, or exponential on any. */
function slowOnes(): string[] {
  const ran = [...longest.values()];
  vi.restoreAllMocks();
  return ran
    .filter(({ expression, length }) =>
      analyse(expression).reports.some(({ exponential }) => exponential || length > short),
    )
    .map(({ expression, length }) => `${String(expression)} on ${String(length)} characters`);
}

const schemas = (Object.values(endpoints) as Endpoint[]).flatMap(({ params, query, body }) =>
  [params, query, body].flatMap((schema) => (schema === undefined ? [] : [schema])),
);

describe('the analysis of regular expressions', () => {
  it('distinguishes a slow expression from a fast one', () => {
    for (const expression of [/^(a+)+$/, /a+$/, /^\s*\(?\s*x/]) {
      longest.set(String(expression), { expression, length: size });
    }
    expect(slowOnes()).toHaveLength(3);
    longest.clear();
    longest.set('fast', { expression: /^[a-z]{1,20}$/, length: size });
    longest.set('bounded', { expression: /a+$/, length: short });
    expect(slowOnes()).toEqual([]);
  });
});

describe('the validators', () => {
  it('run only linear expressions on long texts, for every call', () => {
    let tried = 0;
    for (const schema of schemas) {
      const node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
      for (const [, text] of texts) {
        for (const value of shapes(node, text)) {
          tried += 1;
          schema.safeParse(value);
        }
      }
    }
    expect(tried).toBeGreaterThan(schemas.length * texts.length);
    expect([...longest.values()].some(({ length }) => length >= size)).toBe(true);
    expect(slowOnes()).toEqual([]);
  });

  it.each(texts)(
    'process %s as phone number, video or password without a slow expression',
    (_kind, text) => {
      toE164(text, '+212');
      toE164('0612345678', text);
      isYoutubeUrl(text);
      newPassword.safeParse(text);
      expect(slowOnes()).toEqual([]);
    },
  );
});
