import type { AnswerView, QuestionView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { hasUnreadNumber, sentAnswers, toFormAnswers } from './journey-answers.ts';

const question = (code: string, kind: QuestionView['kind']): QuestionView => ({
  code,
  kind,
  required: false,
  label: code,
  help: null,
  options: [],
});
const questions = [
  question('NOM', 'SHORT_TEXT'),
  question('VENTE', 'CHOICES'),
  question('TERRAIN', 'YES_NO'),
  question('MEMBRES', 'NUMBER'),
];
const answer = (code: string, kind: AnswerView['kind'], value: AnswerView['value']) => ({
  code,
  kind,
  label: code,
  value,
  text: '',
});

it('converts saved answers into form values and back', () => {
  const saved = [
    answer('NOM', 'SHORT_TEXT', 'Argane'),
    answer('VENTE', 'CHOICES', ['A', 'B']),
    answer('TERRAIN', 'YES_NO', false),
    answer('MEMBRES', 'NUMBER', 12),
  ];
  const values = toFormAnswers(saved);
  expect(values).toEqual({ NOM: 'Argane', VENTE: ['A', 'B'], TERRAIN: 'Non', MEMBRES: 12 });
  expect(sentAnswers(questions, values)).toEqual({
    NOM: 'Argane',
    VENTE: ['A', 'B'],
    TERRAIN: false,
    MEMBRES: 12,
  });
});

it('sends null for empty answers, and no answers of another journey', () => {
  expect(sentAnswers(questions, { NOM: '', TERRAIN: null, AUTRE: 'x' })).toEqual({
    NOM: null,
    VENTE: null,
    TERRAIN: null,
    MEMBRES: null,
  });
});

it('detects an unreadable number, but not a text with the same sign', () => {
  expect(hasUnreadNumber(questions, { MEMBRES: '?douze' })).toBe(true);
  expect(hasUnreadNumber(questions, { NOM: '?douze', MEMBRES: 12 })).toBe(false);
});
