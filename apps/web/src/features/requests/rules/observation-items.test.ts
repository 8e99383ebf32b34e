import { describe, expect, it } from 'vitest';

import { observationItems } from './observation-items.ts';

describe('the items of an observation', () => {
  it.each([
    ['one sentence', 'Précisez le lieu du projet.', ['Précisez le lieu du projet.']],
    ['lines', 'Joindre un devis\nPréciser le lieu', ['Joindre un devis', 'Préciser le lieu']],
    [
      'bullets of any kind',
      '- un devis\n* le lieu\n• le budget\n– la surface\n1. le bail\n2) les statuts\na) la date',
      ['un devis', 'le lieu', 'le budget', 'la surface', 'le bail', 'les statuts', 'la date'],
    ],
    [
      'an announcement before the list',
      'Merci de compléter :\r\n\r\n  - le devis ;\r\n  - le lieu\r\n',
      ['le devis', 'le lieu'],
    ],
    ['Arabic numerals', '١. الميزانية\n٢. المكان', ['الميزانية', 'المكان']],
    ['a line twice', 'Le devis\nLe devis', ['Le devis']],
    ['a colon alone', 'Voici :', ['Voici :']],
    [
      'a date at the beginning',
      '12.5 M MAD est trop\n2026 est passé',
      ['12.5 M MAD est trop', '2026 est passé'],
    ],
    ['nothing', '  \n ', []],
  ])('are parsed from %s', (_name, observation, expected) => {
    expect(observationItems(observation)).toEqual(expected);
  });
});
