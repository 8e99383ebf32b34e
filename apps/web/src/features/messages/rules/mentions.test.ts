import { expect, it } from 'vitest';

import { mentionedColleagues, splitMentions } from './mentions.ts';

const people = [{ name: 'Ali' }, { name: 'Ali Bennis' }, { name: 'سلمى' }];

it.each([
  ['Voir @Ali Bennis demain', ['Ali Bennis']],
  ['Voir @Ali, puis @Ali Bennis.', ['Ali', 'Ali Bennis']],
  ['Voir @Alice', []],
  ['Voir Ali', []],
  ['@سلمى ؟', ['سلمى']],
])('%s mentions %j', (text, names) => {
  expect(mentionedColleagues(text, people).map(({ name }) => name)).toEqual(names);
});

it.each(['', 'x', '@', '@@Ali', 'a @Ali b @Ali', '@Ali'])(
  'splits “%s” without losing text',
  (text) => {
    expect(
      splitMentions(text, people)
        .map((stretch) => stretch.text)
        .join(''),
    ).toBe(text);
  },
);
