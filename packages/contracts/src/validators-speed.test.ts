import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { endpoints } from './endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';
import { isYoutubeUrl } from './requests/youtube.ts';
import { toE164 } from './wire/phone.ts';

interface Node {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

const size = 100_000;
const fill = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

/** What makes expressions with nested or overlapping repeats slow, and what our own ones look for. */
const texts: readonly (readonly [name: string, text: string])[] = [
  ['one letter', fill('a')],
  ['letters and a bad end', `${fill('aA1!').slice(1)}\u0000`],
  ['digits', fill('1')],
  ['spaces', fill(' ')],
  [
    'an e-mail without an end',
    `${fill('a.').slice(0, size / 2)}@${fill('a-.').slice(0, size / 2)}!`,
  ],
  ['many @', fill('a@')],
  ['a phone of brackets', fill('(+212) ')],
  ['dates', fill('2026-03-01T00:00:00')],
  ['an address', `https://www.youtube.com/watch?v=${fill('a&v=')}`],
  ['commas', fill('A, ')],
  ['direction marks', fill('\u202e\u2066')],
  ['line breaks', fill('\r\n\t')],
];

/** A value of the schema's shape with `text` wherever any text can stand; one for each way through its unions. */
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

/** Milliseconds of the quickest of five runs: other work on the machine only slows. */
function quickest(work: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...runs);
}

const schemas = (Object.values(endpoints) as Endpoint[]).flatMap(({ id, params, query, body }) =>
  [params, query, body].flatMap((schema, index) =>
    schema === undefined
      ? []
      : [{ name: `${id} ${['params', 'query', 'body'][index] ?? ''}`, schema }],
  ),
);

describe('a validator (S31)', () => {
  it('of every call takes less than 50 ms on 100 kB in every one of its texts', () => {
    const slow: string[] = [];
    let tried = 0;
    for (const { name, schema } of schemas) {
      const node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
      for (const [kind, text] of texts) {
        for (const value of shapes(node, text)) {
          tried += 1;
          // One run is enough for nearly all; only a slow one is measured again.
          const begun = performance.now();
          schema.safeParse(value);
          if (performance.now() - begun < 50) continue;
          const ms = quickest(() => schema.safeParse(value));
          if (ms >= 50) slow.push(`${name}, ${kind}: ${ms.toFixed(0)} ms`);
        }
      }
    }
    expect(slow).toEqual([]);
    expect(tried).toBeGreaterThan(schemas.length * texts.length);
  });

  it.each(texts)('reads no phone number and no video out of %s slowly', (_kind, text) => {
    expect(quickest(() => toE164(text, '+212'))).toBeLessThan(50);
    expect(quickest(() => toE164('0612345678', text))).toBeLessThan(50);
    expect(quickest(() => isYoutubeUrl(text))).toBeLessThan(50);
  });
});
