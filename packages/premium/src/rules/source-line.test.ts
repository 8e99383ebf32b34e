import { describe, expect, it } from 'vitest';

import { brokenLineOf, doubledMembersOf, lineOf } from './source-line.ts';

const text = String.raw`{
  "rates": [
    { "from": 1, "rate": 5 },
    {
      "from": 2,

      "rate": 7
    },
    [
      1,
      { "rate": 9 }
    ]
  ],
  "note": "{ \"rate\": [1, 2], } : \\",
  "other": {
    "rates": {
      "1": {
        "rate": 3 }
    }
  },
  "rate": 4,
  "cl\u00e9": { "\"": 6
  }
}`;

/** The line of a mark, to make the cases readable. */
const at = (mark: string) => text.slice(0, text.indexOf(mark)).split('\n').length;

describe('the line of a member', () => {
  it.each([
    [[], 1],
    [['rates'], 2],
    [['rates', '0'], 3],
    [['rates', '0', 'rate'], 3],
    [['rates', '1'], 4],
    [['rates', '1', 'from'], 5],
    [['rates', '1', 'rate'], at('"rate": 7')],
    [['rates', '2'], at('[\n      1')],
    [['rates', '2', '0'], at('1,\n      { "rate": 9')],
    [['rates', '2', '1', 'rate'], at('"rate": 9')],
    [['note'], at('"note"')],
    [['other'], at('"other"')],
    [['other', 'rates', '1', 'rate'], at('"rate": 3')],
    [['rate'], at('"rate": 4')],
    [['clé'], at(String.raw`"cl\u00e9"`)],
    [['clé', '"'], at(String.raw`"\""`)],
  ])('for %j is %d', (path, line) => expect(lineOf(text, path)).toBe(line));

  it.each([
    [['missing'], 1],
    [['rates', '3'], 2],
    [['rates', '1', 'missing'], 4],
    [['rates', '0', 'rate', 'deeper'], 3],
    [['other', 'missing', 'rate'], at('"other"')],
    [['other', 'rates', '0', 'rate'], at('"rates": {')],
  ])('for a missing member is the line of its parent: %j is %d', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
  });
});

it('a text with a single value begins in its first line', () => {
  expect(lineOf('"text"', [])).toBe(1);
  expect(lineOf('\n\n5', ['missing'])).toBe(1);
});

/** Possible continuations of an unfinished JSON text, each tried before its closing brackets. */
const continuations = ['', '0', '"x":0', ':0', ',0', ',"x":0'];
const closing: Record<string, string> = { '{': '}', '[': ']' };

function isBeginning(tokens: readonly string[]): boolean {
  const closers: string[] = [];
  for (const token of tokens) {
    const closer = closing[token];
    if (closer !== undefined) closers.unshift(closer);
    else if (token === '}' || token === ']') closers.shift();
  }
  return continuations.some((next) => isJson(tokens.join(' ') + next + closers.join('')));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the line of a JSON syntax error', () => {
  it('is the line of the first invalid token, or the last line', () => {
    const wrong: string[] = [];
    let tried = 0;
    const tryAfter = (before: readonly string[]) => {
      for (const token of ['{', '}', '[', ']', ',', ':', '"a"', '12']) {
        const tokens = [...before, token];
        const lines = tokens.join('\n');
        const isGood = isBeginning(tokens);
        tried += 1;
        // An unfinished text can continue on its last line too: the next token decides.
        if (!isJson(lines) && brokenLineOf(lines) !== tokens.length) wrong.push(lines);
        if (isGood && brokenLineOf(`${lines}\noops\n1`) !== tokens.length + 1) wrong.push(lines);
        if (isGood && tokens.length < 6) tryAfter(tokens);
        // With any continuation, the fault is on the line of the first invalid token.
        if (!isGood && brokenLineOf(`${lines}\n1\n1`) !== tokens.length) wrong.push(lines);
      }
    };
    tryAfter([]);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(500);
  });

  it.each([
    ...['0', '-0', '10', '1.5', '-1.05', '1e5', '1E+05', '2.5e-10', 'true', 'false', 'null'],
    ...['""', '"é"', String.raw`"\u00e9\uABCD"`, String.raw`"\"\\\/\b\f\n\r\t"`, '"{,}"'],
    ...['01', '-', '+1', '.5', '1.', '1.e5', '1e', '1e+', '1x', 'x1', '0x1', 'nul', 'trues'],
    ...["'a'", String.raw`"\x"`, String.raw`"\u00e"`, String.raw`"\u00eg"`, '"\t"', '"\u0001"'],
    ...['NaN', 'Infinity', '-01', '1-', '"a"b', 'a"b"', '1.5.5', '1e5e5', '1e5.5'],
  ])('accepts %s as a value when JSON accepts it', (value) => {
    const text = `[\n${value}\noops]`;
    expect(brokenLineOf(text)).toBe(isJson(value) ? 3 : 2);
  });

  it('is the line of an unclosed quote, or the last non-empty line', () => {
    expect(brokenLineOf('{\n"a": 1,\n"b: 2\n}\n')).toBe(3);
    expect(brokenLineOf('{\n"a": 1\n\n\n')).toBe(2);
  });
});

describe('duplicate members', () => {
  it.each([
    ['{}', []],
    ['{"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 2}]}', []],
    ['{"a": "a", "b": "a", "c": ["a", "a"]}', []],
    ['{\n"a": 1,\n"b": 2,\n"a": 3\n}', [{ path: 'a', line: 4 }]],
    [
      '{\n"a": 1,\n"a": 2,\n\n"a": 3}',
      [
        { path: 'a', line: 3 },
        { path: 'a', line: 5 },
      ],
    ],
    ['{"o": {"x": 1,\n"x": 1}, "p": {"x": 1}}', [{ path: 'o.x', line: 2 }]],
    ['[1, {"k": {}},\n{"k": [], "l": {},\n"k": 1}]', [{ path: '2.k', line: 3 }]],
    ['{"l": [[1, 2], {"a": {"b": 1, "c": [],\n"b": 2}}]}', [{ path: 'l.1.a.b', line: 2 }]],
    [String.raw`{"é": 1, "\u00e9": 2}`, [{ path: 'é', line: 1 }]],
    ['5', []],
    ['"a"', []],
  ])('%s has %j', (json, found) => expect(doubledMembersOf(json)).toEqual(found));
});
