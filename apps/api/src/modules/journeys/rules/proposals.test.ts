import { mostProposals } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { chooseProposals, parseProposalRule, type Answers } from './proposals.ts';

const nothing: Answers = {
  profil: [],
  lookingFor: [],
  projectIdea: [],
  projectMaturity: [],
  expectedNumberOfJobs: [],
  investmentAmount: [],
  revenueOfProject: [],
  numberOfJobs: [],
  revenue: [],
};
const offered = (...texts: string[]) =>
  texts.map((text) => {
    const rule = parseProposalRule(text);
    if (rule === null) throw new TypeError(text);
    return { text, rule };
  });
const chosen = (texts: string[], answers: Partial<Answers>) =>
  chooseProposals(offered(...texts), { ...nothing, ...answers }).map(({ text }) => text);

describe('the rule of a proposal', () => {
  it('contains the proposed item and the answers that support it', () => {
    expect(
      parseProposalRule('journey:creer-mon-entreprise lookingFor:CREATION|FORMATION profil:MRE'),
    ).toEqual({
      target: { kind: 'journey', name: 'creer-mon-entreprise' },
      asks: [
        { answer: 'lookingFor', codes: ['CREATION', 'FORMATION'] },
        { answer: 'profil', codes: ['MRE'] },
      ],
    });
  });

  it.each([
    '',
    'service:FINANCEMENT',
    'lookingFor:FINANCEMENT',
    'partner:anapec lookingFor:FINANCEMENT',
    'service:A|B lookingFor:FINANCEMENT',
    'service:A lookingfor:FINANCEMENT',
    'service:A toString:X',
    'service:A lookingFor:X|',
    'service:A lookingFor:X lookingFor:Y',
    'service:A  lookingFor:X',
  ])('is invalid: "%s"', (text) => expect(parseProposalRule(text)).toBeNull());
});

describe('the proposals', () => {
  it('require a supporting answer to every question, where one matching code is sufficient', () => {
    const rules = ['service:A lookingFor:X|Y projectIdea:CREATION'];
    expect(chosen(rules, { lookingFor: ['Z', 'Y'], projectIdea: ['CREATION'] })).toEqual(rules);
    expect(chosen(rules, { lookingFor: ['Y'], projectIdea: ['AUCUN'] })).toEqual([]);
    expect(chosen(rules, { lookingFor: ['Y'] })).toEqual([]);
    expect(chosen(rules, {})).toEqual([]);
  });

  it('begin with the proposal that more answers support, then follow the order of the list', () => {
    const rules = [
      'service:A lookingFor:X',
      'service:B lookingFor:X',
      'journey:c lookingFor:X projectIdea:CREATION',
    ];
    expect(chosen(rules, { lookingFor: ['X'], projectIdea: ['CREATION'] })).toEqual([
      rules[2],
      rules[0],
      rules[1],
    ]);
  });

  it('contain a service once, with the closest reason, next to a journey of the same name', () => {
    const rules = [
      'service:a lookingFor:X',
      'service:a lookingFor:X profil:P',
      'journey:a profil:P',
    ];
    expect(chosen(rules, { lookingFor: ['X'], profil: ['P'] })).toEqual([rules[1], rules[2]]);
  });

  it(`have at most ${String(mostProposals)} items`, () => {
    const rules = Array.from({ length: 9 }, (_, n) => `service:S${String(n)} lookingFor:X`);
    expect(chosen(rules, { lookingFor: ['X'] })).toEqual(rules.slice(0, mostProposals));
  });
});
