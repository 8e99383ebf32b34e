import { describe, expect, it } from 'vitest';

import { lineOf } from './source-line.ts';

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

/** The line that a mark stands in, for the cases to be read. */
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
  ])('%j is %d', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
  });

  it.each([
    [['missing'], 1],
    [['rates', '3'], 2],
    [['rates', '1', 'missing'], 4],
    [['rates', '0', 'rate', 'deeper'], 3],
    [['other', 'missing', 'rate'], at('"other"')],
    [['other', 'rates', '0', 'rate'], at('"rates": {')],
  ])('that is not there is that of what it should stand in: %j is %d', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
  });
});
