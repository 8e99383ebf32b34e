import { langs, type Lang, type ReferenceParent } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { loadWords } from '../../platform/i18n/words.ts';
import type { XlsxCell } from '../../platform/spreadsheets/xlsx-cells.ts';
import { listedPerson } from '../../testing/people-files.ts';
import { beneficiaryColumns, type ListItems } from './beneficiary-columns.ts';
import { beneficiaryChecker } from './beneficiary-lines.ts';
import { createFaultReport } from './fault-report.ts';
import { readHeader } from './header.ts';
import { importLine, type ImportWords } from './import-lines.ts';
import { choiceLabel, importCatalogue } from './words/index.ts';

const item = (id: number, code: string, libelleFr: string) => ({
  id,
  code,
  libelleFr,
  libelleEn: null,
  libelleAr: null,
  libelleEs: null,
  string_1: null,
  descriptionFr: null,
  descriptionEn: null,
  descriptionAr: null,
  descriptionEs: null,
});
const lists: ListItems = new Map<ReferenceParent, ReturnType<typeof item>[]>([
  ['PAYS', [item(1, 'MA', 'Maroc'), item(2, 'FR', 'France')]],
  ['PROVINCE', [item(3, '01.051', 'Al Hoceïma')]],
  ['NIVEAU_ETUDE', [item(4, 'LICENCE', 'Licence')]],
  ['PROFIL', [item(5, 'ETUDIANT', 'Étudiant')]],
  ['SECTEUR_ACTIVITE', [item(6, 'TOURISME', 'Tourisme')]],
]);
const company = {
  ...listedPerson,
  typeBeneficiaire: 'entreprise',
  numCin: 'R654321',
  companyName: 'Miel du Rif',
  headquarter: 'Tanger',
  ice: '001234567000089',
  ifu: '12345678',
};

let messages: ImportWords['messages'];
beforeAll(async () => {
  messages = (await loadWords()).fr;
});

/** Checks lines with these cells. Returns the accounts to create and the faults. */
function checked(people: readonly Readonly<Record<string, XlsxCell>>[], lang: Lang = 'fr') {
  const titles = [...new Set(people.flatMap(Object.keys))];
  const result = readHeader(titles, beneficiaryColumns);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  const [report, remarks] = [createFaultReport(), createFaultReport()];
  const words = { t: importCatalogue.in('fr'), messages };
  const lines = people.map((person, index) => {
    const cells = titles.map((title) => person[title] ?? null);
    return importLine(
      { line: index + 2, cells },
      result.header,
      { faults: report, remarks },
      words,
    );
  });
  const drafts = beneficiaryChecker(lists, lang, words).check(lines);
  const faults = report
    .lines(() => 'more')
    .flatMap(({ line, errors }) =>
      errors.map((text) => `${String(line)}: ${text.replace(/\s/g, ' ')}`),
    );
  return { drafts, faults };
}
const person = (over: Readonly<Record<string, XlsxCell>> = {}) => ({ ...listedPerson, ...over });
const draft = (over: Readonly<Record<string, XlsxCell>> = {}) => {
  const { drafts, faults } = checked([person(over)]);
  expect(faults).toEqual([]);
  return drafts[0];
};
const faultsOf = (over: Readonly<Record<string, XlsxCell>>) => checked([person(over)]).faults;

describe('a line of beneficiaries', () => {
  it('becomes an account with ids for codes, an international number and the reader’s language', () => {
    expect(draft()).toMatchObject({
      line: 2,
      email: 'one@example.org',
      nom: 'Alami',
      prenom: 'Amina',
      sex: 'FEMININ',
      phone: '+212612345678',
      typeBeneficiaire: 'particulier',
      lang: 'fr',
    });
    expect(Object.values(draft() ?? {})).toEqual(expect.arrayContaining([4, 5, 6, 'R123456']));
    expect(checked([person()], 'es').drafts[0]?.lang).toBe('es');
  });

  it('of a company has the members of a company only', () => {
    const { drafts, faults } = checked([company]);
    expect(faults).toEqual([]);
    expect(drafts[0]).toMatchObject({
      typeBeneficiaire: 'entreprise',
      companyName: 'Miel du Rif',
      ice: '001234567000089',
    });
    expect(Object.values(drafts[0] ?? {})).not.toContain(5);
  });

  it('validates only the columns of its type', () => {
    // The profile of a person does not apply to a company, and vice versa.
    expect(checked([{ ...company, profil: 'NOPE' }]).faults).toEqual([]);
    expect(faultsOf({ companyName: null, ice: 'x' })).toEqual([]);
    expect(checked([{ ...company, ice: null }]).faults).toEqual([
      expect.stringMatching(/^2: ice \(/),
    ]);
  });

  it('without a valid type has its filled cells validated, without missing-value faults', () => {
    expect(faultsOf({ typeBeneficiaire: 'autre', profil: 'NOPE', area: null })).toEqual([
      expect.stringMatching(/^2: typeBeneficiaire \([A-Z]+2\) : « autre »/),
      expect.stringMatching(/^2: profil \(/),
      expect.stringMatching(/^2: area \(/),
    ]);
    expect(faultsOf({ typeBeneficiaire: null })).toEqual([
      expect.stringMatching(/^2: typeBeneficiaire \(/),
    ]);
  });

  it('is read without the spaces around a cell, and with numbers as they are written', () => {
    expect(draft({ nom: '  Alami ' })).toMatchObject({ nom: 'Alami' });
    const { drafts } = checked([{ ...company, ice: 101234567000089, ifu: 12345678 }]);
    expect(drafts[0]).toMatchObject({ ice: '101234567000089', ifu: '12345678' });
    expect(draft({ city: 12.5 })).toMatchObject({ city: '12.5' });
    expect(draft({ address: 12 })).toMatchObject({ address: '12' });
  });

  it('accepts a prefix with or without a plus sign, and uses Morocco’s prefix by default', () => {
    expect(draft({ codeCountry: null })).toMatchObject({ phone: '+212612345678' });
    expect(draft({ codeCountry: '212' })).toMatchObject({ phone: '+212612345678' });
    expect(draft({ codeCountry: '33' })).toMatchObject({ phone: '+33612345678' });
    expect(draft({ codeCountry: '+٣٣' })).toMatchObject({ phone: '+33612345678' });
  });

  it('accepts a day in handwritten formats and in spreadsheet format', () => {
    const days = [
      ...['04/05/2001', '04-05-2001', '04.05.2001', '4/5/2001', '2001-05-04', '2001.5.4'],
      ...['٠٤/٠٥/٢٠٠١', '37015', 37_015, { day: '2001-05-04' }],
    ];
    const parsed = days.map((birthDate) => draft({ birthDate })?.birthDate);
    for (const day of parsed) expect(day).toEqual(parsed[0]);
    expect(parsed[0]).toBeTruthy();
  });

  it('accepts words for codes: labels in any case, and usual names', () => {
    const read = draft({
      sex: 'femme',
      nationality: 'marocaine',
      countryOfResidence: 'FRANCE',
      province: 'Al Hoceima',
      levelOfStudy: 'licence',
      typeBeneficiaire: 'PARTICULIER',
    });
    expect(read).toMatchObject({ sex: 'FEMININ', nationality: 'MA', countryOfResidence: 'FR' });
    expect(read).toMatchObject({ province: '01.051' });
    expect(draft({ province: 'Alhoceima' })).toMatchObject({ province: '01.051' });
    // Only a person abroad can have a province as free text.
    for (const province of ['xyz', 'Île-de-France'])
      expect(faultsOf({ province })).toEqual([
        `2: province (J2), « ${province} » : Cette valeur ne figure pas dans la liste. Écrivez un code ou un libellé de la feuille « Codes » du modèle.`,
      ]);
    expect(draft({ province: 'Île-de-France', countryOfResidence: 'FR' })).toMatchObject({
      province: 'Île-de-France',
    });
  });
});

describe('the labels of the template’s codes', () => {
  it.each(langs)('are accepted for sex and type: %s', (lang) => {
    for (const sex of ['MASCULIN', 'FEMININ'])
      expect(draft({ sex: choiceLabel(sex, lang) })).toMatchObject({ sex });
    for (const typeBeneficiaire of ['particulier', 'entreprise'])
      expect(
        checked([{ ...company, typeBeneficiaire: choiceLabel(typeBeneficiaire, lang) }]).drafts,
      ).toMatchObject([{ typeBeneficiaire }]);
  });
});

describe('the validation of a line of beneficiaries', () => {
  it('reports the cell of a formula or of an error, and skips its other rules', () => {
    expect(
      faultsOf({ nom: { isFormula: true, shown: '=1+1' }, city: { isError: true, shown: '#N/A' } }),
    ).toEqual([
      '2: nom (B2), « =1+1 » : Cette cellule contient une formule : remplacez-la par sa valeur.',
      '2: city (I2), « #N/A » : Cette cellule contient une erreur ou une valeur illisible : saisissez la valeur.',
    ]);
  });

  it.each<[string, XlsxCell, RegExp]>([
    ['phone', 612345678, /un nombre de cette valeur \(612345678\)/],
    ['phone', '6,12E+08', /a abrégé le nombre « 6,12E\+08 »/],
    ['codeCountry', 212, /un nombre de cette valeur \(212\)/],
    ['province', 1.051, /un nombre de cette valeur/],
    ['nom', { day: '2026-03-01' }, /une date de cette valeur \(2026-03-01\)/],
    ['nom', true, /VRAI ou FAUX de cette valeur \(TRUE\)/],
    ['numCin', '#N/A', /erreur du tableur/],
    ['city', '#REF!', /erreur du tableur/],
    ['city', '#¡VALOR!', /erreur du tableur/],
    ['address', '########', /erreur du tableur/],
    ['nom', 'BÃ©nani', /lettres de « BÃ©nani » sont abîmées/],
    ['nom', 'Ø§Ù„Ø¹', /abîmées/],
    ['nom', 'B\uFFFDnani', /abîmées/],
  ])('reports a damaged value once and does not complete it: %s %j', (column, cell, message) => {
    const faults = faultsOf({ [column]: cell });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^2: ${column} \\([A-Z]+2\\) : .*${message.source}`));
  });

  it.each<[string, XlsxCell]>([
    ['ice', 1_234_567_000_089],
    ['ice', '1,23457E+12'],
    ['ifu', 1_234_567],
  ])('reports a damaged identifier of a company: %s %j', (column, cell) => {
    const { drafts, faults } = checked([{ ...company, [column]: cell }]);
    expect(drafts).toEqual([]);
    expect(faults).toEqual([
      expect.stringMatching(new RegExp(`^2: ${column} \\([A-Z]+2\\) : Le tableur a`)),
    ]);
  });

  it('accepts values that only look damaged', () => {
    for (const nom of ['Élâïdi', 'São', 'D’Âme', 'Øystein', 'أمين'])
      expect(faultsOf({ nom })).toEqual([]);
    for (const address of ['#12, rue 3', 'Lot 2E4', 12]) expect(faultsOf({ address })).toEqual([]);
  });

  it('shows a message that matches the cell’s content', () => {
    expect(
      faultsOf({
        nom: null,
        birthDate: '04/05/01',
        sex: 'X'.repeat(60),
        nationality: 'Atlante',
        levelOfStudy: 'NOPE',
      }),
    ).toEqual([
      '2: nom (B2) : Le nom est obligatoire. Écrivez au moins un mot.',
      '2: birthDate (D2) : L’année de « 04/05/01 » n’a que deux chiffres. Écrivez-la avec quatre, par exemple 31/03/2026.',
      `2: sex (E2) : « ${'X'.repeat(40)}… » n’est pas reconnu. Écrivez : MASCULIN, FEMININ.`,
      expect.stringMatching(/^2: nationality \(.*liste/),
      expect.stringMatching(/^2: levelOfStudy \(.*liste/),
    ]);
    expect(faultsOf({ birthDate: 'hier' })[0]).not.toContain('obligatoire');
    expect(faultsOf({ levelOfStudy: null })[0]).not.toContain('liste');
  });

  it('reports an invalid number once for any prefix', () => {
    expect(faultsOf({ phone: '12' })).toHaveLength(1);
    expect(faultsOf({ phone: '12' })[0]).toMatch(/^2: phone \(/);
    expect(faultsOf({ phone: null })).toEqual([expect.stringMatching(/^2: phone \(/)]);
    // Without a valid prefix, only a number that is invalid behind every prefix is a fault.
    for (const phone of ['0612345678', '+33612345678', '123456'])
      expect(faultsOf({ codeCountry: 'x', phone })).toEqual([
        expect.stringMatching(/^2: codeCountry \(/),
      ]);
    for (const phone of ['12', 'x', '+21261', '0612345678901234'])
      expect(faultsOf({ codeCountry: 212, phone })).toEqual([
        expect.stringMatching(/^2: codeCountry \(/),
        expect.stringMatching(/^2: phone \(/),
      ]);
  });

  it('reports a province without a valid country as a province outside Morocco', () => {
    expect(faultsOf({ countryOfResidence: 'Atlantide', province: 'Atlantide' })).toEqual([
      expect.stringMatching(/^2: countryOfResidence \(/),
      '2: province (J2), « Atlantide » : Si la personne réside au Maroc, cette province doit être de la liste : écrivez un code ou un libellé de la feuille « Codes » du modèle.',
    ]);
    expect(faultsOf({ countryOfResidence: null, province: 'Al Hoceima' })).toEqual([
      expect.stringMatching(/^2: countryOfResidence \(/),
    ]);
  });

  it('lists the empty columns for each possible type of a line without a valid type', () => {
    const [ofPerson, ofCompany] = [
      '2: profil (P2) : Vide : obligatoire si le type est « particulier ».',
      '2: companyName, headquarter, ice, ifu : Vide : obligatoire si le type est « entreprise ».',
    ];
    const others = (over: Readonly<Record<string, XlsxCell>>) =>
      faultsOf({ typeBeneficiaire: 'x', ...over }).slice(1);
    expect(others({ profil: null })).toEqual([ofPerson, ofCompany]);
    expect(others({})).toEqual([]);
    const emptied = { ...company, profil: null, typeBeneficiaire: null };
    expect(checked([emptied]).faults).toHaveLength(1);
    expect(checked([{ ...emptied, ice: null, ifu: null }]).faults.slice(1)).toEqual([
      '2: ice (T2), ifu (U2) : Vide : obligatoire si le type est « entreprise ».',
    ]);
  });

  describe.each([
    ['person', listedPerson],
    ['company', { ...company, profil: null }],
  ] as const)('of a %s', (_kind, right) => {
    const formula: XlsxCell = { isFormula: true, shown: '1' };
    const wrong: readonly (readonly [column: string, cell: XlsxCell])[] = [
      ...[
        ...(['email', 'nom', 'birthDate', 'sex', 'nationality', 'countryOfResidence'] as const),
        ...(['codeCountry', 'phone', 'levelOfStudy', 'typeBeneficiaire', 'numCin'] as const),
        ...(['area', 'city', 'address', 'province', 'prenom'] as const),
        ...('ice' in right ? (['companyName', 'headquarter', 'ice', 'ifu'] as const) : ['profil']),
      ].flatMap((column) => [
        [column, formula] as const,
        [column, '#REF!'] as const,
        ...(column === 'codeCountry' ? [] : [[column, null] as const]),
        ...(/^(?:nom|prenom|companyName|headquarter|city|address)$/.test(column)
          ? [[column, 'x'.repeat(300)] as const]
          : [[column, '?'] as const]),
      ]),
      ['codeCountry', 212],
      ['phone', '0612'],
    ];
    const columnsIn = (faults: readonly string[]): string[] =>
      faults.map((text) => /^2: ([A-Za-z]+)/.exec(text)?.[1] ?? text);

    it('reports the fault of every cell, whatever the other cells contain', () => {
      for (const [one, ofOne] of wrong)
        for (const [other, ofOther] of wrong) {
          if (one >= other) continue;
          const { faults } = checked([{ ...right, [one]: ofOne, [other]: ofOther }]);
          const found = columnsIn(faults.filter((text) => !text.includes('obligatoire si')));
          const isOfType =
            [one, other].includes('typeBeneficiaire') && faults.length > found.length;
          const columns = isOfType ? ['typeBeneficiaire'] : [one, other];
          expect({ cells: [ofOne, ofOther], found: found.toSorted() }).toEqual({
            cells: [ofOne, ofOther],
            found: columns,
          });
        }
    });
  });

  it('reports the earlier line of a repeated address, in upper or lower case', () => {
    const { drafts, faults } = checked([
      person(),
      person({ email: 'two@example.org' }),
      person({ email: ' ONE@example.org' }),
      person({ email: 'nobody' }),
      person({ email: 'nobody' }),
    ]);
    expect(drafts.map(({ line }) => line)).toEqual([2, 3]);
    expect(faults[0]).toBe(
      '4: email (A4), « one@example.org » : Cet email figure déjà à la ligne 2. Gardez une ligne par personne.',
    );
    expect(faults.slice(1)).toEqual([
      expect.stringMatching(/^5: email \(A5\)(?!.*Cet)/),
      expect.stringMatching(/^6: email \(A6\)(?!.*Cet)/),
    ]);
  });
});
