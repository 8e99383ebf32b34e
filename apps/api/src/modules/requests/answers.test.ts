import { langs, type RequestView } from '@wasl/contracts';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';

import { exportRequests } from '../../admin/export-requests.ts';
import { addDocument, type TestClient, useTestApp } from '../../testing/index.ts';
import { textOfPdf } from '../../testing/pdf-pages.ts';
import { printFaults } from '../../testing/print-faults.ts';
import type { Question } from '../journeys/index.ts';
import { emptiedRequestsRepository } from './emptied-requests.repository.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const app = useTestApp();

const words = (fr: string) => ({ fr, en: `${fr} (en)`, ar: `${fr} (ar)`, es: `${fr} (es)` });
const option = (code: string) => ({ code, label: words(`Option ${code}`) });
const question = (
  code: string,
  kind: Question['kind'],
  more: Partial<Question> = {},
): Question => ({ code, kind, required: false, label: words(`Question ${code}`), ...more });

const everyKind: readonly Question[] = [
  question('NOM', 'SHORT_TEXT', { required: true, help: words('Le nom du projet') }),
  question('HISTOIRE', 'LONG_TEXT'),
  question('STATUT', 'CHOICE', { required: true, options: [option('A'), option('B')] }),
  question('VENTE', 'CHOICES', { options: [option('A'), option('B'), option('C')] }),
  question('TERRAIN', 'YES_NO', { required: true }),
  question('MEMBRES', 'NUMBER'),
  question('DEPUIS', 'DATE'),
];

/** A journey with questions, and the client of a person with a draft of it. */
async function aDraft(
  questions: readonly Question[] = everyKind,
  settings: readonly { code: string; mandatory: boolean }[] = [],
) {
  const item = await app.make.aService();
  const partner = await app.make.aPartner({ serviceItems: [item] });
  await app.make.anAgent({ partnerId: partner.id });
  const journey = await app.make.aJourney({
    questions: questions as object[],
    settings: { create: [...settings] },
    taskDefs: { create: [{ position: 0, titleItemId: item.id, partnerId: partner.id }] },
  });
  const user = await app.make.aBeneficiary();
  const client = await app.as(user);
  const { body } = await send(client.post('/requests'), { journeyDef: journey.id }).expect(201);
  return { client, user, journey, partner, id: (body as RequestView).id };
}
const send = (call: ReturnType<TestClient['post']>, dto: object) =>
  call.field('createRequestDto', JSON.stringify(dto));
const change = (client: TestClient, id: number, dto: object) =>
  send(client.put(`/requests/${String(id)}`), dto);
const answersOf = async (client: TestClient, id: number, lang = 'fr') =>
  ((await client.get(`/requests/${String(id)}?lang=${lang}`).expect(200)).body as RequestView)
    .answers;
const submit = (client: TestClient, idRequest: number) =>
  client.put('/requests/observationAndStatus', { idRequest, newStatus: { code: 'NOUVEAU' } });

const whole = {
  NOM: ' Argane ',
  HISTOIRE: 'Deux\nlignes',
  STATUT: 'B',
  VENTE: ['C', 'A'],
  TERRAIN: false,
  MEMBRES: 1200,
  DEPUIS: '2020-02-29',
};

describe('answers to the questions of a journey', () => {
  it('are shown with their questions in order and in the reader’s language', async () => {
    const { client, journey } = await aDraft();
    const { body } = await client.get(`/journeyDefs/${String(journey.id)}?lang=ar`).expect(200);
    const { questions } = body as NonNullable<RequestView['journeyDef']>;
    expect(questions.map(({ code }) => code)).toEqual(everyKind.map(({ code }) => code));
    expect(questions.slice(0, 1)).toEqual([
      {
        code: 'NOM',
        kind: 'SHORT_TEXT',
        required: true,
        label: 'Question NOM (ar)',
        help: 'Le nom du projet (ar)',
        options: [],
      },
    ]);
    expect(questions[2]?.options).toEqual([
      { code: 'A', libelle: 'Option A (ar)' },
      { code: 'B', libelle: 'Option B (ar)' },
    ]);
  });

  it('are saved for each kind, readable as text, and unchanged when absent', async () => {
    const { client, id } = await aDraft();
    expect(await answersOf(client, id)).toEqual([]);
    await change(client, id, { answers: { DEPUIS: whole.DEPUIS } }).expect(200);
    await change(client, id, { answers: { ...whole, DEPUIS: undefined } }).expect(200);
    const answers = await answersOf(client, id);
    expect(answers.map(({ code, value, text }) => [code, value, text])).toEqual([
      ['NOM', 'Argane', 'Argane'],
      ['HISTOIRE', 'Deux\nlignes', 'Deux\nlignes'],
      ['STATUT', 'B', 'Option B'],
      ['VENTE', ['C', 'A'], 'Option A, Option C'],
      ['TERRAIN', false, 'Non'],
      ['MEMBRES', 1200, '1\u202f200'],
      ['DEPUIS', '2020-02-29', '29/02/2020'],
    ]);
    await change(client, id, { answers: { NOM: '', VENTE: [], DEPUIS: null } }).expect(200);
    expect((await answersOf(client, id)).map(({ code }) => code)).toEqual([
      'HISTOIRE',
      'STATUT',
      'TERRAIN',
      'MEMBRES',
    ]);
    await change(client, id, { description: 'Autre' }).expect(200);
    expect(await answersOf(client, id)).toHaveLength(4);
  });

  it.each([
    ['an unknown question', 'AUTRE', 'x'],
    ['several lines for one', 'NOM', 'a\nb'],
    ['a long text', 'NOM', 'x'.repeat(201)],
    ['a control character', 'HISTOIRE', 'a\u0007b'],
    ['an unknown option', 'STATUT', 'C'],
    ['options instead of one', 'STATUT', ['A']],
    ['an option twice', 'VENTE', ['A', 'A']],
    ['a text for yes or no', 'TERRAIN', 'Oui'],
    ['a text for a number', 'MEMBRES', '12'],
    ['a number out of bounds', 'MEMBRES', 1e13],
    ['a day that does not exist', 'DEPUIS', '2021-02-29'],
    ['the name of a built-in member', 'constructor', 'x'],
  ])('are refused for %s, with the question’s name', async (_name, code, value) => {
    const { client, id } = await aDraft();
    const { body } = await change(client, id, { answers: { [code]: value } }).expect(400);
    const { errors } = body as { errors: { path: string }[] };
    expect(errors[0]?.path).toMatch(new RegExp(`^createRequestDto\\.answers\\.${code}`));
    expect(await answersOf(client, id)).toEqual([]);
  });

  it('can be saved incompletely, and missing answers and documents are listed at submission', async () => {
    await app.make.anItem('DOCUMENT', { code: 'ATTESTATION_TEST', libelleFr: 'Attestation' });
    const { client, id } = await aDraft(everyKind, [{ code: 'ATTESTATION_TEST', mandatory: true }]);
    await change(client, id, { answers: { NOM: 'Argane' } }).expect(200);
    const preview = await client.get(`/requests/${String(id)}/submission`).expect(200);
    expect(preview.body).toMatchObject({
      missingDocuments: ['ATTESTATION_TEST'],
      missingQuestions: [
        { code: 'STATUT', label: 'Question STATUT' },
        { code: 'TERRAIN', label: 'Question TERRAIN' },
      ],
    });
    expect((await submit(client, id).expect(422)).body).toMatchObject({
      code: 'DOCUMENT_MISSING',
      details: { documents: ['ATTESTATION_TEST'], questions: ['STATUT', 'TERRAIN'] },
    });
    await addDocument(client, id, 'ATTESTATION_TEST', 'attestation.pdf').expect(201);
    expect((await submit(client, id).expect(422)).body).toMatchObject({
      code: 'ANSWER_MISSING',
      details: { documents: [], questions: ['STATUT', 'TERRAIN'] },
    });
    // No is an answer.
    await change(client, id, { answers: { STATUT: 'A', TERRAIN: false } }).expect(200);
    const { body } = await submit(client, id).expect(200);
    expect((body as RequestView).documents.map(({ libelle }) => libelle)).toEqual([
      { code: 'ATTESTATION_TEST', libelle: 'Attestation' },
    ]);
  });

  it('keep their text when the journey changes', async () => {
    const { client, id, journey, partner } = await aDraft();
    await change(client, id, { answers: whole }).expect(200);
    await submit(client, id).expect(200);
    const before = await answersOf(client, id);
    const questions = [question('NEUF', 'YES_NO', { required: true })] as object[];
    await app.db.journeyDef.update({ where: { id: journey.id }, data: { questions } });
    expect(await answersOf(client, id)).toEqual(before);
    const agent = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    expect(await answersOf(agent, id)).toEqual(before);
    const receipt = await client.get(`/requests/${String(id)}/receipt`).expect(200);
    expect(receipt.body).toMatchObject({ answers: before });
  });

  it.each(langs)('are printed in the receipt, in %s', async (lang) => {
    const { client, id } = await aDraft();
    await change(client, id, { answers: whole }).expect(200);
    await submit(client, id);
    const { body } = await client
      .get(`/requests/${String(id)}/receipt/pdf?lang=${lang}`)
      .buffer(true)
      .expect(200);
    const text = (await textOfPdf(body as Buffer)).replace(/\s+/g, ' ');
    for (const answer of await answersOf(client, id, lang)) {
      expect(text).toContain(answer.label);
      expect(text).toContain(answer.text.replace(/\s+/g, ' '));
    }
  });

  it('are shown in the organisation’s worklist file and in the person’s own data', async () => {
    const { client, id, partner } = await aDraft();
    await change(client, id, { answers: whole }).expect(200);
    await submit(client, id);
    const agent = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    const list = await agent
      .post('/journeyInstanceProcessingSteps/export?format=csv&lang=es', [])
      .buffer(true)
      .expect(200);
    expect(list.text).toContain('Question STATUT (es): Option B (es)');
    const own = await client.get('/utilisateurs/export').expect(200);
    expect(JSON.stringify(own.body)).toContain('"Argane"');
  });

  it.each(langs)('are readable and printable in a workbook: %s', async (lang) => {
    const { client, id, partner } = await aDraft();
    await change(client, id, { answers: whole }).expect(200);
    await submit(client, id);
    const answers = await answersOf(client, id, lang);
    const agent = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    const { body } = await agent
      .post(`/journeyInstanceProcessingSteps/export?format=xlsx&lang=${lang}`, [])
      .responseType('blob')
      .expect(200);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(body as ArrayBuffer);
    const [sheet] = workbook.worksheets;
    expect(printFaults(workbook)).toEqual([]);
    expect([workbook.creator, workbook.title]).toEqual(['Wasl', sheet?.name]);
    expect(sheet?.pageSetup).toMatchObject({
      orientation: 'landscape',
      paperSize: 9,
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '1:1',
    });
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    // The answers come before first and last name: one line for each question.
    const place = (sheet?.columnCount ?? 0) - 2;
    const cell = sheet?.getCell(2, place);
    expect(sheet?.getColumn(place).width).toBe(60);
    expect(cell?.text.split('\n').length).toBeGreaterThan(answers.length);
    for (const { label, text } of answers) {
      expect(cell?.text).toContain(label);
      expect(cell?.text).toContain(text);
    }
  });

  it('are requested again on a draft when a question changes', async () => {
    const { client, id, journey } = await aDraft([
      question('STATUT', 'CHOICE', { required: true, options: [option('A')] }),
    ]);
    await change(client, id, { answers: { STATUT: 'A' } }).expect(200);
    const questions = [
      question('STATUT', 'CHOICE', { required: true, options: [option('B')] }),
    ] as object[];
    await app.db.journeyDef.update({ where: { id: journey.id }, data: { questions } });
    expect((await submit(client, id).expect(422)).body).toMatchObject({ code: 'ANSWER_MISSING' });
  });

  it('are deleted with their journey and with an emptied request, and otherwise exported', async () => {
    const { client, id, user } = await aDraft();
    await change(client, id, { answers: whole }).expect(200);
    const folder = await mkdtemp(path.join(tmpdir(), 'answers-'));
    try {
      const file = path.join(folder, 'requests.csv');
      await exportRequests(app.db, { file, format: 'csv', lang: 'es' });
      expect(await readFile(file, 'utf8')).toContain('Question STATUT (es): Option B (es)');
    } finally {
      await rm(folder, { recursive: true });
    }
    const { code } = await app.make.aService();
    await change(client, id, { services: [code] }).expect(200);
    expect(await answersOf(client, id)).toEqual([]);
    await change(client, id, { answers: { NOM: 'x' } }).expect(400);

    const other = await aDraft();
    await change(other.client, other.id, { answers: whole }).expect(200);
    await emptiedRequestsRepository(app.db).empty({ beneficiaryId: other.user.id });
    expect(await answersOf(other.client, other.id)).toEqual([]);
    expect(user.id).not.toBe(other.user.id);
  });

  it('do not allow a document type that the journey does not request', async () => {
    const { client, id } = await aDraft();
    await addDocument(client, id, 'AUTRE_TYPE', 'autre.pdf').expect(400);
    await change(client, id, { documents: ['BUSINESS_PLN'] }).expect(400);
  });
});
