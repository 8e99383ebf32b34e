import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import {
  addPeopleLists,
  peopleFile,
  peopleTitles,
  personCells,
  type OtherCells,
} from '../../testing/people-files.ts';
import { makeXlsx, makeZip, sheetXml, workbookParts } from '../../testing/spreadsheets.ts';

const email = 'amina@example.org';
const header = 'email_beneficiaire;besoin;services;parcours;date;url_video';
const line = `${email};Un local;ETUDE_MARCHE;;;`;
/** A line with a fault of its own. */
const wrong = 'nobody@example.org;x;ETUDE_MARCHE;;;';
const csv = (...lines: string[]): string => [header, ...lines].join('\n');
const latin1 = (...lines: string[]): Buffer => Buffer.from(csv(...lines), 'latin1');
const cells = (
  over: Partial<Record<'email' | 'besoin' | 'services' | 'date' | 'url', string>>,
): string =>
  csv(
    [
      over.email ?? email,
      over.besoin ?? 'Un local',
      over.services ?? 'ETUDE_MARCHE',
      '',
      over.date ?? '',
      over.url ?? '',
    ]
      .map((text) => `"${text.replaceAll('"', '""')}"`)
      .join(';'),
  );
/** Lines of six columns in another form. */
const separated = (separator: string, lineEnd: string): string =>
  [header, line, line].map((text) => text.replaceAll(';', separator)).join(lineEnd);

const person = (over: OtherCells): Buffer => peopleFile(over);
const sheet = sheetXml([[...peopleTitles], personCells()]);
const workbook = (xml: string, ...extra: { name: string; content: string }[]): Buffer =>
  makeZip(workbookParts(xml, extra));
const from1904 = makeZip(
  workbookParts(sheetXml([[...peopleTitles], personCells({ birthDate: 35_553 })])).map((part) =>
    part.name === 'xl/workbook.xml'
      ? {
          ...part,
          content: String(part.content).replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
        }
      : part,
  ),
);
const twoSheets = makeZip(
  workbookParts(sheet).map((part) =>
    part.name === 'xl/workbook.xml'
      ? {
          ...part,
          content: String(part.content).replace(
            '</sheets>',
            '<sheet name="Suite" sheetId="2" r:id="rId9"/></sheets>',
          ),
        }
      : part,
  ),
);
const sheetOf = (...rows: (string | number | null)[][]): Buffer =>
  makeXlsx([[...peopleTitles], ...rows]);
/** Cells of which the last is after column IV. */
const farCells = [...Array.from({ length: 300 }, () => null), 'x'];
const retitled = (title: (name: string) => string): Buffer =>
  makeXlsx([peopleTitles.map(title), personCells()]);
const withoutColumn = (name: (typeof peopleTitles)[number]): Buffer => {
  const isOther = (_: unknown, index: number) => peopleTitles[index] !== name;
  return makeXlsx([
    peopleTitles.filter(isOther),
    personCells({ phone: '+33612345678' }).filter(isOther),
  ]);
};
/** The signature of an old `.xls`, and of a workbook with a password. */
const compoundFile = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]);

const unknownPerson = (number: number): string =>
  `${String(number)}: email_beneficiaire (A${String(number)}) : Aucun bénéficiaire n’a l’email nobody@example.org. Écrivez celui de son compte, ou importez d’abord cette personne.`;
const notUtf8 = (column: string, text: string): string =>
  `${column} : Des lettres de « ${text} » ne sont pas en UTF-8. Dans votre tableur, choisissez « Enregistrer sous », puis « CSV UTF-8 ».`;

type Content = string | Buffer;
type Case = readonly [name: string, content: Content, ...answer: string[]];

const acceptedRequests: readonly Case[] = [
  [
    'CSV of LibreOffice, every cell quoted',
    '"email_beneficiaire";"besoin";"services"\n"amina@example.org";"a";"ETUDE_MARCHE"\n',
  ],
  ['CSV of Google Sheets', separated(',', '\r\n')],
  ['CSV UTF-8 of Excel', `\uFEFF${separated(';', '\r\n')}`],
  ['Unicode text of Excel', Buffer.from(`\uFEFF${separated('\t', '\r\n')}`, 'utf16le')],
  [
    'UTF-16 with the high byte first',
    Buffer.from(`\uFEFF${separated(';', '\n')}`, 'utf16le').swap16(),
  ],
  ['CSV of an old Mac', separated(';', '\r')],
  ['line ends of two kinds', `${header}\r\n${line}\n${line}\r\n`],
  [
    'CSV of French Excel',
    latin1(`${email};Élevage, société créée l\u0092été;ETUDE_MARCHE;;;`),
    'Vérifiez ces mots : Élevage, société, créée.',
  ],
  [
    'CSV of French Excel with signs that Latin-1 lacks',
    latin1(`${email};Aide re\xe7ue, \x9cuvre de B\xe9ni, 500\x80/mois;ETUDE_MARCHE;;;`),
    'Vérifiez ces mots : reçue, œuvre, Béni.',
  ],
  [
    'an amount in euros, a curly apostrophe and a Latin æ',
    latin1(`${email};500\x80 d\x92aide, ex \xe6quo;ETUDE_MARCHE;;;`),
    'Vérifiez ces mots : 500€, d’aide, æquo.',
  ],
  ['French capitals', latin1(`${email};CRÉÉE;ETUDE_MARCHE;;;`), 'Vérifiez ces mots : CRÉÉE.'],
  ['columns separated by |', csv(line).replaceAll(';', '|')],
  ['sep= above an UTF-8 mark', `\uFEFFsep=;\r\n${csv(line)}`],
  ['SEP= in capitals', `SEP=;\r\n${csv(line)}`],
  ['sep= with spaces behind', `sep=;  \n${csv(line)}`],
  ['sep= with a space', `sep= \n${header.replaceAll(';', ' ')}\n${email} x ETUDE_MARCHE   \n`],
  [
    'the lines, days and people of a file',
    csv(`${email};a;CONSEIL;;15/01/2026;`, `${email};b;CONSEIL;;20/02/2026;`),
    'Lignes lues : 2.',
    'Personnes : 1.',
    'Dates : du 15/01/2026 au 20/02/2026.',
    'Services : Conseil, formation (2).',
  ],
  [
    'a person whom the organisation does not know',
    cells({ email: 'inconnue@example.org' }),
    'Personnes : 1, dont 1 que votre organisme ne connaît pas et à qui l’accord sera demandé.',
  ],
  ['a title with a note in brackets', csv(line).replace('besoin', 'Besoin (facultatif)')],
  ['an address with a line separator', cells({ email: `${email}\u2028` })],
  ['an address with a filler', cells({ email: `\u3164${email}\uFFFC` })],
  ['a need of invisible characters', cells({ besoin: '\u200B\u00A0' })],
  ['sep=,', `sep=,\n${separated(',', '\n')}`],
  ['sep=|', `sep=|\n${separated('|', '\n')}`],
  ['sep= with a tab', `sep=\t\n${separated('\t', '\n')}`],
  ['sep=^', `sep=^\n${separated('^', '\n')}`],
  ['sep=§', `sep=§\n${separated('§', '\n')}`],
  ['sep=~', `sep=~\n${separated('~', '\n')}`],
  ['empty columns at the end', `${header};;;\n${line};;;\n`],
  ['empty lines between and below', `${header}\n\n${line}\n;;;;;\n\n\n`],
  ['comments of the template', `${header}\n# un commentaire\n${line}\n`],
  [
    'titles in capitals and another order',
    `SERVICES;Besoin ;Email_Beneficiaire\nETUDE_MARCHE;x;${email}\n`,
  ],
  [
    'a title with a zero-width space',
    `\u200Bemail_beneficiaire;besoin;services\n${email};x;ETUDE_MARCHE\n`,
  ],
  ['a cell with several lines', cells({ besoin: 'Un local\net une étude' })],
  ['an exported cell with an apostrophe', cells({ besoin: "'=1+1" })],
  ['an address with invisible characters', cells({ email: `\u200B\u202A${email}\u202C\u00A0` })],
  ['an address with a line break', cells({ email: `${email}\n` })],
  [
    'services separated by |',
    cells({ services: 'ETUDE_MARCHE|CONSEIL' }),
    'Services : Conseil, formation (1), Étude de marché (1).',
  ],
  [
    'services separated by commas',
    cells({ services: 'ETUDE_MARCHE, CONSEIL' }),
    'Conseil, formation (1)',
  ],
  [
    'services separated by semicolons',
    cells({ services: 'ETUDE_MARCHE;CONSEIL' }),
    'Conseil, formation (1)',
  ],
  [
    'services separated by slashes',
    cells({ services: 'étude de marché / conseil' }),
    'Étude de marché (1)',
  ],
  [
    'services on lines of their own',
    cells({ services: 'ETUDE_MARCHE\nCONSEIL' }),
    'Conseil, formation (1), Étude de marché (1)',
  ],
  ['a label in two lines', cells({ services: 'Étude\nde marché' }), 'Étude de marché (1)'],
  [
    'labels with commas, separated by commas',
    cells({ services: 'Conseil, formation, Étude de marché' }),
    'Services : Conseil, formation (1), Étude de marché (1).',
  ],
  [
    'a label with a comma',
    cells({ services: 'conseil, formation' }),
    'Services : Conseil, formation (1).',
  ],
  ['a day with slashes', cells({ date: '15/01/2026' }), 'Dates : du 15/01/2026 au 15/01/2026.'],
  [
    'a day with hyphens, as in Arabic Windows',
    cells({ date: '15-01-2026' }),
    'Dates : du 15/01/2026',
  ],
  ['a day with points', cells({ date: '15.01.2026' }), 'Dates : du 15/01/2026'],
  ['a day in Arabic-Indic digits', cells({ date: '١٥/٠١/٢٠٢٦' }), 'Dates : du 15/01/2026'],
  ...[
    '15 janvier 2026',
    'jeudi 15 janvier 2026',
    '15-janv.-2026',
    '15 de enero de 2026',
    'jueves, 15 de enero de 2026',
    '15 يناير 2026',
    '15 يناير, 2026',
    'الخميس، 15 يناير 2026',
    '15 Jan 2026',
    '15/\u200F01/\u200F2026',
    '2026/1/15 9h30',
  ].map((date): Case => [`the day ${date}`, cells({ date }), 'Dates : du 15/01/2026']),
  ['a day with a time', cells({ date: '15/01/2026 9:30:00' }), 'Dates : du 15/01/2026'],
  [
    'a day that became a number',
    cells({ date: '46037' }),
    'date (E2) : 46037 est le numéro d’une date dans le tableur : lu comme le 15/01/2026.',
  ],
];

const refusedRequests: readonly Case[] = [
  [
    'a year of two digits',
    cells({ date: '15/01/26' }),
    '2: date (E2) : L’année de « 15/01/26 » n’a que deux chiffres. Écrivez-la avec quatre, par exemple 31/03/2026.',
  ],
  [
    'a month by name with a year of two digits',
    cells({ date: '15-janv-26' }),
    '2: date (E2) : L’année de « 15-janv-26 » n’a que deux chiffres.',
  ],
  [
    'a month of no language',
    cells({ date: '15 brumaire 2026' }),
    '2: date (E2), « 15 brumaire 2026 » : Cette date n’est pas valide. Écrivez par exemple 31/03/2026.',
  ],
  [
    'no address',
    cells({ email: ' ' }),
    "2: email_beneficiaire (A2) : L'Email est obligatoire. Écrivez par exemple nom@example.org.",
  ],
  [
    'a need that is too long',
    cells({ besoin: 'x'.repeat(4001) }),
    '» : Ce texte est trop long. Écrivez au plus 4000 caractères : il y en a 4001.',
  ],
  [
    'a need with a control character',
    cells({ besoin: 'a\u0007b' }),
    '2: besoin (B2), « a␇b » : Caractère interdit : U+0007. Supprimez-le.',
  ],
  [
    'services of other organisations',
    cells({ services: 'AILLEURS' }),
    '2: services (C2), « AILLEURS » : Votre organisme ne propose aucun de ces services. Écrivez au moins un des services de votre modèle de fichier.',
  ],
  [
    'faults in every cell of a line with a damaged letter',
    Buffer.concat([
      Buffer.from(`${header}\nadresse;`),
      Buffer.from('a\xf1o', 'latin1'),
      Buffer.from(';PRET;;hier;vidéo'),
    ]),
    '2: email_beneficiaire (A2), « adresse »',
    notUtf8('2: besoin (B2)', 'a\uFFFDo'),
    '2: url_video (F2), « vidéo »',
    '2: date (E2), « hier »',
    '2: services (C2) : Le service PRET',
  ],
  [
    'a day that does not exist',
    cells({ date: '31/02/2026' }),
    '2: date (E2), « 31/02/2026 » : Cette date n’est pas valide. Écrivez par exemple 31/03/2026.',
  ],
  [
    'a day of American Windows',
    cells({ date: '01/15/2026' }),
    '2: date (E2), « 01/15/2026 » : Cette date n’est pas valide.',
  ],
  [
    'a day to come',
    cells({ date: '2190-01-01' }),
    '2: date (E2), « 2190-01-01 » : La date ne peut pas être dans le futur. Écrivez une date passée, ou videz la cellule.',
  ],
  [
    'an address that is none',
    cells({ email: 'amina @example.org' }),
    "2: email_beneficiaire (A2), « amina @example.org » : L'email doit être sous un format valide. Écrivez par exemple nom@example.org.",
  ],
  ['a person without an account', csv(wrong), unknownPerson(2)],
  [
    'a service that does not exist',
    cells({ services: 'PRET' }),
    '2: services (C2) : Le service PRET n’existe pas. Écrivez un code ou un libellé du modèle de fichier.',
  ],
  [
    'a journey that does not exist',
    csv(`${email};x;;99;;`),
    '2: parcours (D2) : Le parcours 99 n’existe pas. Écrivez un numéro ou un titre du modèle de fichier.',
  ],
  [
    'services and a journey',
    csv(`${email};x;ETUDE_MARCHE;99;;`),
    '2: services (C2), parcours (D2), « ETUDE_MARCHE; 99 » : ',
    '2: parcours (D2) : Le parcours 99',
  ],
  [
    'a video of another site',
    csv(`${email};x;ETUDE_MARCHE;;;https://example.org/v`),
    '2: url_video (F2), « https://example.org/v » : Le lien YouTube',
  ],
  [
    'an error value',
    cells({ services: '#VALEUR!' }),
    '2: services (C2) : « #VALEUR! » est une erreur du tableur',
  ],
  [
    'a shortened number',
    csv(`${email};x;;6,12E+08;;`),
    '2: parcours (D2) : Le tableur a abrégé le nombre « 6,12E+08 ».',
  ],
  [
    'letters decoded twice',
    cells({ besoin: 'CrÃ©er' }),
    '2: besoin (B2) : Des lettres de « CrÃ©er » sont abîmées.',
  ],
  [
    'an unquoted separator',
    csv(`${email};Un local;ETUDE_MARCHE;;;;grand`),
    '2: La ligne a plus de cellules que l’en-tête, à partir de G2 (« grand »).',
  ],
  [
    'a value without a title',
    `${header.replace('url_video', '')}\n${line}x`,
    '2: La cellule F2 (« x ») est dans une colonne sans titre.',
  ],
  [
    'Arabic in Windows-1256',
    Buffer.concat([
      Buffer.from(csv('')),
      Buffer.from(email),
      Buffer.from(';\xe3\xcd\xe3\xcf;ETUDE_MARCHE;;;', 'latin1'),
    ]),
    notUtf8('2: besoin (B2)', '\uFFFD\uFFFD\uFFFD\uFFFD'),
  ],
  [
    'Arabic that looks like French capitals',
    latin1(`${email};\xc8\xc7\xc8;ETUDE_MARCHE;;;`),
    notUtf8('2: besoin (B2)', '\uFFFD\uFFFD\uFFFD'),
  ],
  [
    'Arabic with the letter that is æ, next to French',
    latin1(`${email};soci\xe9t\xe9 \xe6\xcf;ETUDE_MARCHE;;;`),
    notUtf8('2: besoin (B2)', 'soci\uFFFDt\uFFFD \uFFFD\uFFFD'),
  ],
  [
    'an Arabic word of one letter',
    latin1(`${email};caf\xe9 \xe6 th\xe9;ETUDE_MARCHE;;;`),
    notUtf8('2: besoin (B2)', 'caf\uFFFD \uFFFD th\uFFFD'),
  ],
  [
    'Spanish in Windows-1252',
    latin1(`${email};Espa\xf1a;ETUDE_MARCHE;;;`),
    notUtf8('B2)', 'Espa\uFFFDa'),
  ],
  ['French of a Mac', latin1(`${email};\x8etude;ETUDE_MARCHE;;;`), notUtf8('B2)', '\uFFFDtude')],
  ['French of DOS', latin1(`${email};\x82tude;ETUDE_MARCHE;;;`), notUtf8('B2)', '\uFFFDtude')],
  [
    'one broken letter among others',
    Buffer.concat([
      Buffer.from(csv(wrong, `${email};été `)),
      Buffer.from('\xe9;;;;\n', 'latin1'),
      Buffer.from(wrong),
    ]),
    unknownPerson(2),
    notUtf8('3: besoin (B3)', 'été \uFFFD'),
    '3: services (C3), parcours (D3) : Choisissez soit un parcours, soit au moins un service.',
    unknownPerson(4),
  ],
  [
    'a quote that is never closed',
    csv(wrong, `${email};"Un local;ETUDE_MARCHE;;;`, wrong),
    unknownPerson(2),
    '3: besoin (B3), « "Un local » : Un guillemet ouvert sur cette ligne n’est jamais refermé. Refermez-le, ou supprimez-le.',
    unknownPerson(4),
  ],
  [
    'a quote in a bare cell',
    csv(wrong, `${email};Un "local";ETUDE_MARCHE;;;`, wrong),
    unknownPerson(2),
    '3: besoin (B3), « Un "local" » : Un guillemet est mal placé',
    unknownPerson(4),
  ],
  [
    'text after a closing quote',
    csv(wrong, `${email};"Un" local;ETUDE_MARCHE;;;`, wrong),
    unknownPerson(2),
    '3: besoin (B3), « "Un" local » : Un guillemet est mal placé',
    unknownPerson(4),
  ],
  [
    'a misplaced quote after a quoted cell with a separator',
    csv(wrong, `${email};"Un local; ""neuf""";ETUDE "X";;;`, wrong),
    unknownPerson(2),
    '3: services (C3), « ETUDE "X" » : Un guillemet est mal placé',
    unknownPerson(4),
  ],
  [
    'a quote before other faults of its line',
    csv(
      'adresse;"Un" local;PRET;;hier;',
      'adresse;"Un" local;"PRET";;"hier;x";',
      'adresse;Un "local;PRET',
    ),
    '2: besoin (B2), « "Un" local » : Un guillemet est mal placé',
    '2: email_beneficiaire (A2), « adresse »',
    '2: date (E2), « hier »',
    '2: services (C2) : Le service PRET n’existe pas.',
    '3: besoin (B3), « "Un" local » : Un guillemet est mal placé',
    '3: email_beneficiaire (A3), « adresse »',
    '3: date (E3), « hier;x »',
    '3: services (C3) : Le service PRET n’existe pas.',
    // With cells missing, a cell may be on either side of the quote.
    '4: besoin (B4), « Un "local » : Un guillemet est mal placé',
    '4: email_beneficiaire (A4), « adresse »',
  ],
  [
    'a quote after other faults of its line',
    csv('adresse;x;PRET;;hier;"vidéo"s', `"${email};x";"ETUDE;MARCHE;;hier";"a"b`),
    '2: url_video (F2), « "vidéo"s » : Un guillemet est mal placé',
    '2: email_beneficiaire (A2), « adresse »',
    '2: date (E2), « hier »',
    '2: services (C2) : Le service PRET n’existe pas.',
    '3: services (C3), « "a"b » : Un guillemet est mal placé',
    '3: email_beneficiaire (A3)',
  ],
  [
    'an endless line',
    csv(wrong, `${email};${'x'.repeat(400_000)};ETUDE_MARCHE;;;`, wrong),
    unknownPerson(2),
    '3: besoin (B3), « xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… » : Cette ligne est trop longue',
    unknownPerson(4),
  ],
  [
    'an unknown title, and the faults of lines',
    `${header};salaire\n${line};1\n${wrong};`,
    '1: Colonnes inconnues : salaire (G).',
    unknownPerson(3),
  ],
  [
    'a missing title',
    'besoin;services\nx;ETUDE_MARCHE\ny;PERDU',
    '1: Colonnes manquantes : email_beneficiaire. Ajoutez-les',
    '3: services (B3) : Le service PERDU n’existe pas.',
  ],
  [
    'every missing title of a file without one that is known',
    'adresse;texte\na;b',
    '1: Colonnes manquantes : email_beneficiaire, besoin, services | parcours.',
    '1: Colonnes inconnues : adresse (A), texte (B).',
  ],
  [
    'values in two columns without a title',
    `${header.replace('parcours', '').replace('url_video', '')}\n${email};a;ETUDE_MARCHE;x;;y`,
    '2: La cellule D2 (« x ») est dans une colonne sans titre.',
    '2: La cellule F2 (« y ») est dans une colonne sans titre.',
  ],
  ['a title twice', `${header};besoin\n${line};x`, '1: Colonnes en double : besoin (G).'],
  [
    'titles alone',
    header,
    '1: Le fichier ne contient aucune ligne à importer. Ajoutez au moins une ligne sous l’en-tête.',
  ],
  [
    'blank lines alone',
    '\n\n \n',
    '1: Le fichier ne contient aucune ligne à importer. Ajoutez au moins une ligne sous l’en-tête.',
  ],
  ['a workbook with the name of a CSV', makeXlsx([['x']]), 'Veuillez choisir un fichier .csv'],
  [
    'a web page with the name of a CSV',
    '<html><table></table></html>',
    'Veuillez choisir un fichier .csv',
  ],
];

const acceptedPeople: readonly Case[] = [
  [
    'people with a request at the organisation, with an account only, and without',
    sheetOf(
      personCells({ email }),
      personCells({ email: 'inconnue@example.org' }),
      personCells({ email: 'nouvelle@example.org' }),
    ),
    'Personnes : 3, dont 2 sans demande auprès de votre organisme.',
  ],
  ['a phone number with its own prefix', person({ phone: '+33 6 12 34 56 78', codeCountry: null })],
  ['a phone number with 00', person({ phone: '0033612345678', codeCountry: null })],
  ['a phone number without a column of prefixes', withoutColumn('codeCountry')],
  ['a phone number with (0)', person({ phone: '+212 (0)6-12-34-56-78', codeCountry: null })],
  ['a phone number with points', person({ phone: '06.12.34.56.78' })],
  [
    'a phone number with hyphens that do not break',
    person({ phone: '06\u201112\u201134\u201156\u201178' }),
  ],
  ['a prefix with 00', person({ codeCountry: '00212' })],
  ['a form of address as sex', person({ sex: 'Mme' })],
  ['a kind in words of the survey', person({ typeBeneficiaire: 'Personne physique' })],
  ['a card number with a space', person({ numCin: 'r 123456' })],
  ['a level of study by its code', person({ levelOfStudy: 'licence' })],
  ['a level of study in other words', person({ levelOfStudy: 'Licence professionnelle' })],
  ['a profile by its code', person({ profil: 'ETUDIANT' })],
  ['a province with its kind', person({ province: 'Province d’Al Hoceima' }), 'Al Hoceïma (1)'],
  ['a birth date in words', person({ birthDate: '15 janvier 1998' }), 'du 15/01/1998'],
  ['an address with a vertical tab', person({ address: '12, rue 3_x000B_Al Hoceima' })],
  ['titles with a note', retitled((title) => `${title} *\n(obligatoire)`)],
  ['titles in Spanish', retitled((title) => (title === 'nom' ? 'Apellidos' : title))],
  ['formatted rows below', sheetOf(personCells(), ...Array.from({ length: 50 }, () => ['', ' ']))],
  ['a level of study by its short form', person({ levelOfStudy: 'Bac + 3' })],
  ['a level of study by a diploma', person({ levelOfStudy: 'LICENCE' })],
  ['a profile in the feminine', person({ profil: 'étudiante' })],
  ['a province by another name', person({ province: 'Alhoceima' }), 'Provinces : Al Hoceïma (1).'],
  [
    'a day with hyphens',
    person({ birthDate: '15-01-1998' }),
    'Dates de naissance : du 15/01/1998 au 15/01/1998.',
  ],
  ['a day with points', person({ birthDate: '15.01.1998' }), 'du 15/01/1998'],
  [
    'a day that became a number',
    person({ birthDate: 37_015 }),
    'birthDate (D2) : 37015 est le numéro d’une date dans le tableur : lu comme le 04/05/2001.',
    'du 04/05/2001',
  ],
  ['the number of a day in a workbook that counts from 1904', from1904, 'lu comme le 04/05/2001.'],
  ['a name with invisible characters', person({ nom: '\u200FAla\u00ADmi\u200B' })],
  ['an address with a line break', person({ address: '12, rue 3\nAl Hoceima' })],
  [
    'a hidden row',
    workbook(sheet.replace('<row r="2"', '<row r="2" hidden="1"')),
    '2: Cette ligne est masquée dans le classeur.',
  ],
  [
    'a hidden column',
    workbook(
      sheet.replace('<sheetData>', '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>'),
    ),
    '1: Colonnes masquées dans le classeur : B (nom).',
  ],
  [
    'a second sheet',
    twoSheets,
    'Seule la première feuille est lue. Les autres ne le sont pas : Suite.',
  ],
];

const refusedPeople: readonly Case[] = [
  [
    'a cell that is longer than any spreadsheet shows, and the faults of other lines',
    sheetOf(
      personCells({ city: Array.from({ length: 60_000 }, (_, i) => String(i)).join(' ') }),
      personCells({ email: 'x' }),
    ),
    '2: city (I2), « 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16… » :',
    '3: email (A3), « x »',
  ],
  [
    'a name of two lines',
    person({ nom: 'Alami\nTazi' }),
    '2: nom (B2), « Alami⏎Tazi » : Caractère interdit : saut de ligne. Supprimez-le.',
  ],
  [
    'a name with a paragraph separator',
    person({ nom: 'Alami\u2029Tazi' }),
    '2: nom (B2), « Alami⏎Tazi » : Caractère interdit : saut de ligne. Supprimez-le.',
  ],
  ['a name of fillers', person({ nom: '\u200B\u3164' }), '2: nom (B2) : Le nom est obligatoire'],
  [
    'a name that is too long',
    person({ nom: 'x'.repeat(500) }),
    '» : Ce texte est trop long. Écrivez au plus 80 caractères : il y en a 500.',
  ],
  [
    'empty cells',
    person({ sex: '', birthDate: null, province: ' ', phone: '' }),
    '2: birthDate (D2) : Ce champ est obligatoire. Écrivez par exemple 31/03/2026.',
    '2: sex (E2) : Ce champ est obligatoire. Écrivez : MASCULIN, FEMININ.',
    '2: province (J2) : Ce champ est obligatoire. Écrivez un code ou un libellé de la feuille « Codes » du modèle.',
    '2: phone (L2) : Ce champ est obligatoire. Écrivez par exemple 0612345678 ou +33612345678.',
  ],
  [
    'a day to come',
    person({ birthDate: '15/01/2090' }),
    '2: birthDate (D2), « 15/01/2090 » : La date de naissance doit être dans le passé. Écrivez par exemple 15/01/1998.',
  ],
  [
    'a year instead of a day',
    person({ birthDate: 1998 }),
    '2: birthDate (D2), « 1998 » : Cette date n’est pas valide. Écrivez par exemple 31/03/2026.',
  ],
  [
    'two phone numbers in a cell',
    person({ phone: '0612345678 / 0537123456' }),
    '2: phone (L2), « 0612345678 / 0537123456 » : Le numéro de téléphone n’est pas valide.',
  ],
  [
    'a province of no list',
    person({ province: 'Atlantide' }),
    '2: province (J2), « Atlantide » : Cette valeur ne figure pas dans la liste. Écrivez un code ou un libellé de la feuille « Codes » du modèle.',
  ],
  [
    'a card number of another form',
    person({ numCin: '123' }),
    '2: numCin (O2), « 123 » : Le numéro de CIN doit comporter 1 ou 2 lettres suivies de 4 à 7 chiffres',
  ],
  [
    'a value beside the columns',
    sheetOf([...personCells(), 'x']),
    '2: La cellule R2 (« x ») est dans une colonne sans titre. Donnez un titre à cette colonne, ou videz la cellule.',
  ],
  [
    'a value far beside the columns',
    sheetOf(
      personCells({ sex: 'x' }),
      [...personCells({ email: 'two@example.org' }), ...farCells],
      [null, ...farCells],
      personCells({ email: 'three@example.org', sex: 'y' }),
    ),
    '2: sex (E2) : « x »',
    '3: La cellule LF3 (« x ») est après la dernière colonne lue, IV. Videz-la, ou copiez vos colonnes dans une nouvelle feuille.',
    '4: La cellule KP4 (« x ») est après la dernière colonne lue, IV. Videz-la',
    '5: sex (E5) : « y »',
  ],
  [
    'an empty name and address',
    person({ prenom: '', address: '', city: ' ' }),
    '2: prenom (C2) : Le prénom est obligatoire. Écrivez au moins un mot.',
    '2: address (H2) : Ce champ est obligatoire. Écrivez au moins un mot.',
    '2: city (I2) : Ce champ est obligatoire. Écrivez au moins un mot.',
  ],
  [
    'an address in a name',
    person({ nom: 'www.example.org' }),
    '2: nom (B2), « www.example.org » : Un nom ne contient pas d’adresse web ou email. Écrivez un nom sans adresse web ou email.',
  ],
  [
    'a title line above the titles',
    makeXlsx([['Liste'], [...peopleTitles], personCells()]),
    '1: Colonnes manquantes : Email, Nom, ',
    '1: Colonnes inconnues : Liste (A). Téléchargez le modèle de fichier',
  ],
  [
    'a control character',
    person({ city: 'Fès_x0007_' }),
    '2: city (I2), « Fès␇ » : Caractère interdit : U+0007. Supprimez-le.',
  ],
  [
    'a phone number that became a number',
    person({ phone: 612345678 }),
    '2: phone (L2) : Le tableur a fait un nombre de cette valeur (612345678)',
  ],
  [
    'a phone number that is too short',
    person({ phone: '0612' }),
    '2: phone (L2), « 0612 » : Le numéro de téléphone n’est pas valide. Écrivez par exemple 0612345678 ou +33612345678.',
  ],
  [
    'a prefix that is none',
    person({ codeCountry: 'Maroc' }),
    '2: codeCountry (K2), « Maroc » : Cette valeur n’est pas valide. Écrivez par exemple +212.',
  ],
  [
    'a level of study of no list',
    person({ levelOfStudy: 'CM2' }),
    '2: levelOfStudy (M2), « CM2 » : Cette valeur ne figure pas dans la liste. Écrivez un code ou un libellé de la feuille « Codes » du modèle.',
  ],
  [
    'a formula',
    person({ nom: '=1+1' }),
    '2: nom (B2), « 1 » : Cette cellule contient une formule : remplacez-la par sa valeur.',
  ],
  [
    'an error cell',
    workbook(sheet.replace(/<c r="I2"[^>]*>.*?<\/c>/, '<c r="I2" t="e"><v>#REF!</v></c>')),
    '2: city (I2), « #REF! » : Cette cellule contient une erreur ou une valeur illisible : saisissez la valeur.',
  ],
  [
    'merged cells, and the faults of other lines',
    workbook(
      sheetXml(
        [[...peopleTitles], personCells({ nom: null }), personCells({ phone: '12' })],
        '<mergeCells><mergeCell ref="A2:B2"/><mergeCell ref="A7:B7"/></mergeCells>',
      ),
    ),
    '1: La feuille contient des cellules fusionnées (A2:B2, A7:B7). Annulez la fusion et remplissez chaque cellule.',
    '2: nom (B2) : Le nom est obligatoire',
    '3: phone (L3), « 12 »',
    '3: email (A3), « one@example.org » : Cet email figure déjà à la ligne 2.',
  ],
  [
    'macros, and a fault of a line',
    workbook(sheet.replace('>one@example.org<', '>x<'), {
      name: 'xl/vbaProject.bin',
      content: 'x',
    }),
    '1: Ce classeur contient des macros. Enregistrez-le comme classeur .xlsx sans macro.',
    '2: email (A2), « x »',
  ],
  [
    'links to other workbooks',
    workbook(sheet, { name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }),
    '1: Ce classeur contient des liens vers d’autres fichiers. Supprimez-les avant l’import.',
  ],
  [
    'entities',
    workbook(sheet.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet')),
    '1: Ce classeur contient des définitions qui ne sont pas acceptées. Copiez la feuille dans un nouveau classeur .xlsx.',
  ],
  [
    'a sheet that is cut short',
    workbook(sheet.slice(0, -40)),
    '1: Ce classeur est endommagé ou illisible. Ouvrez-le dans votre tableur et enregistrez-le de nouveau.',
  ],
  ['an old .xls, or a workbook with a password', compoundFile, 'Veuillez choisir un fichier .xlsx'],
  ['a CSV with the name of a workbook', csv(line), 'Veuillez choisir un fichier .xlsx'],
];

const cases = (rows: readonly Case[]) =>
  rows.map(([name, content, ...answer]) => ({ name, content, answer }));

interface Answer {
  message?: string;
  errors?: readonly { line: number; errors: readonly string[] }[];
  notes?: readonly string[];
  preview?: {
    understood: readonly string[];
    remarks: readonly { line: number; errors: readonly string[] }[];
  };
}

describe('a damaged or unusual file', () => {
  let client: TestClient;
  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    const make = app.make;
    const study = await make.aService({
      code: 'ETUDE_MARCHE',
      libelleFr: 'Étude de marché',
      position: 2,
    });
    const advice = await make.aService({
      code: 'CONSEIL',
      libelleFr: 'Conseil, formation',
      position: 1,
    });
    await make.aService({ code: 'AILLEURS', libelleFr: 'Ailleurs', position: 3 });
    const partner = await make.aPartner({ serviceItems: [study, advice] });
    client = await app.as(await make.anAgent({ partnerId: partner.id }));
    const known = await make.aBeneficiary({ email, openedBy: partner.id });
    const { id: requestId } = await make.aRequest({
      beneficiaryId: known.id,
      status: 'NOUVEAU',
    });
    await make.aStep({ requestId, partnerId: partner.id });
    await make.aBeneficiary({ email: 'inconnue@example.org' });
    await addPeopleLists(make);
    await make.anItem('NIVEAU_ETUDE', { code: 'BAC_3', libelleFr: 'Bac + 3 (licence)' });
  });

  const calls = {
    requests: ['/requests/uploadCanevasDemandes', 'demandes.csv'],
    people: ['/beneficiary/uploadCanevasBeneficiaires', 'personnes.xlsx'],
  } as const;
  /** The sentences that a check of the file answers. */
  const check = async (kind: keyof typeof calls, content: Content) => {
    const [call, name] = calls[kind];
    const { status, body } = await client
      .post(`${call}?dryRun=true`)
      .attach('file', Buffer.from(content as string), name);
    const { message = '', errors, notes = [], preview } = body as Answer;
    const byLine = (list: NonNullable<Answer['errors']>) =>
      list.flatMap((one) => one.errors.map((text) => `${String(one.line)}: ${text}`));
    const answer = preview
      ? [...preview.understood, ...byLine(preview.remarks), ...notes]
      : byLine(errors ?? []);
    const sentences = answer.length === 0 ? [message] : answer;
    return { status, sentences: sentences.map((text) => text.replace(/\s/g, ' ')) };
  };

  const accepted = async (kind: keyof typeof calls, content: Content, answer: string[]) => {
    const { status, sentences } = await check(kind, content);
    expect({ status, sentences }).toMatchObject({ status: 200 });
    for (const text of answer)
      expect(sentences).toContainEqual(expect.stringContaining(text.replace(/\s/g, ' ')));
  };
  const refused = async (kind: keyof typeof calls, content: Content, answer: string[]) => {
    const { status, sentences } = await check(kind, content);
    expect(sentences).toEqual(answer.map((text): unknown => expect.stringContaining(text)));
    expect(status).toBeGreaterThanOrEqual(400);
  };

  it.each(cases(acceptedRequests))(
    'of requests is accepted: $name',
    async ({ content, answer }) => {
      await accepted('requests', content, answer);
    },
  );
  it.each(cases(refusedRequests))(
    'of requests is refused with an explanation: $name',
    async ({ content, answer }) => {
      await refused('requests', content, answer);
    },
  );
  it.each(cases(acceptedPeople))('of people is accepted: $name', async ({ content, answer }) => {
    await accepted('people', content, answer);
  });
  it.each(cases(refusedPeople))(
    'of people is refused with an explanation: $name',
    async ({ content, answer }) => {
      await refused('people', content, answer);
    },
  );
});
