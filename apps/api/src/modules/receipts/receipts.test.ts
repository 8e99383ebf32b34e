import { langs, type Lang, type ReceiptView } from '@wasl/contracts';
import { picturesOfPdf } from '@wasl/tooling/testing/pdf';
import jsqr from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';

import { receiptCatalogue } from './words/index.ts';
import { addDocument, createTestApp, type TestClient, useTestApp } from '../../testing/index.ts';
import { inkAboveFooter, picturesOfPages, textOfPdf } from '../../testing/pdf-pages.ts';
import { structureFaults } from '../../testing/structure-faults.ts';

// The package is CommonJS: without a bundler's interop, its function is one level deeper.
const decode = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr;
const now = new Date('2026-11-02T09:05:00Z');
let owner: TestClient;
let ownerId: string;
let requestId: number;
let numRequest: string;
const app = useTestApp({ clock: { now: () => now } });
beforeAll(async () => {
  const { make } = app;
  await make.anItem('STATUS', { code: 'NOUVEAU', libelleFr: 'Nouveau' });
  await make.anItem('DOCUMENT', { code: 'BUSINESS_PLAN', libelleFr: 'Plan d’affaires' });
  const legal = await make.aService({ libelleFr: 'Juridique', libelleAr: 'الاستشارة القانونية' });
  const orphan = await make.aService({ libelleFr: 'Export' });
  await make.aPartner({
    title: 'Chambre de commerce',
    serviceItems: [legal],
    phone: '+212539320000',
    email: 'accueil@chambre.example',
    address: '3, place de la Ligue arabe, Tanger',
  });
  const user = await make.aBeneficiary({ nom: 'El Fassi', prenom: 'Salma', lang: 'fr' });
  owner = await app.as(user);
  ownerId = user.id;
  const request = await make.aRequest({
    beneficiaryId: user.id,
    serviceItems: [legal, orphan],
    description: 'Un atelier de céramique à Chefchaouen',
    urlVideo: 'https://youtu.be/dQw4w9WgXcQ',
  });
  ({ id: requestId, numRequest } = request);
  await addDocument(owner, requestId, 'BUSINESS_PLAN', 'mon plan.pdf').expect(201);
  await submit(owner, requestId);
});

const submit = (client: TestClient, idRequest: number) =>
  client
    .put('/requests/observationAndStatus', { idRequest, newStatus: 'NOUVEAU', observations: '' })
    .expect(200);
const receiptOf = async (id = requestId, client = owner, lang: Lang = 'fr') =>
  (await client.get(`/requests/${String(id)}/receipt?lang=${lang}`).expect(200))
    .body as ReceiptView;
const pdfOf = async (lang: Lang = 'fr', id = requestId): Promise<Buffer> =>
  (
    await owner
      .get(`/requests/${String(id)}/receipt/pdf?lang=${lang}`)
      .buffer(true)
      .expect(200)
  ).body as Buffer;
/** Opens a public page without a session. */
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.baseUrl}${path}`, { headers });
const pathOf = (url: string) => new URL(url).pathname;

async function codeOn(pdf: Buffer): Promise<string | undefined> {
  const [page] = await picturesOfPdf(pdf, 150);
  return page && decode(page.rgba, page.width, page.height)?.data;
}

describe('the receipt of a submitted request', () => {
  it('contains the request, its documents, the time and the organisations', async () => {
    expect(await receiptOf()).toMatchObject({
      requestId,
      numRequest,
      submittedAt: '2026/11/02 09:05',
      canFollow: false,
      beneficiary: 'Salma El Fassi',
      journey: null,
      services: ['Juridique', 'Export'],
      description: 'Un atelier de céramique à Chefchaouen',
      urlVideo: 'https://youtu.be/dQw4w9WgXcQ',
      documents: [{ libelle: { libelle: 'Plan d’affaires' }, originalName: 'mon plan.pdf' }],
      tasks: [
        {
          service: 'Juridique',
          organisation: 'Chambre de commerce',
          usualDays: null,
          contact: { phone: '+212539320000', email: 'accueil@chambre.example', website: null },
        },
        { service: 'Export', organisation: null, contact: null },
      ],
      usualDelay: null,
    });
  });

  it('has one token, for any number of repeated and simultaneous calls', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => receiptOf()));
    expect(new Set(all.map(({ publicUrl }) => publicUrl)).size).toBe(1);
    expect(all[0]?.publicUrl).toMatch(
      new RegExp(`^${app.deps.settings.publicUrl}/wasl/[A-Za-z0-9_-]{22}$`),
    );
  });

  it('is refused for a draft, and while the request is sent back to its author', async () => {
    const draft = await app.make.aRequest({
      beneficiaryId: (await app.db.supportRequest.findUniqueOrThrow({ where: { id: requestId } }))
        .beneficiaryId,
    });
    for (const status of ['EN_COURS_DE_CREATION', 'A_REFOURMULER'] as const) {
      await app.db.supportRequest.update({ where: { id: draft.id }, data: { status } });
      for (const path of ['receipt', 'receipt/pdf']) {
        const answer = await owner.get(`/requests/${String(draft.id)}/${path}`).expect(409);
        expect(answer.body).toMatchObject({ code: 'STATE_CONFLICT' });
      }
    }
    expect(await app.db.requestReceipt.count({ where: { requestId: draft.id } })).toBe(0);
  });

  it('gets a new address after a second submission, and the first receipt stays valid', async () => {
    const service = await app.make.aService();
    const user = await app.make.aBeneficiary();
    const client = await app.as(user);
    const { id } = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
    await submit(client, id);
    const first = await receiptOf(id, client);
    await app.db.supportRequest.update({
      where: { id },
      data: { status: 'NOUVEAU', submittedAt: new Date('2026-11-20T08:00:00Z') },
    });
    const second = await receiptOf(id, client);
    expect(second.publicUrl).not.toBe(first.publicUrl);
    expect(await (await open(pathOf(first.publicUrl))).text()).toContain('02/11/2026 09:05');
    expect(await (await open(pathOf(second.publicUrl))).text()).toContain('20/11/2026 08:00');
  });
});

describe('the public page of a receipt', () => {
  it.each([
    ['fr', 'Récépissé vérifié', 'ltr'],
    ['en', 'Receipt verified', 'ltr'],
    ['ar', 'وصل مؤكَّد', 'rtl'],
    ['es', 'Resguardo verificado', 'ltr'],
  ] as const)(
    'confirms the number and the date without a session, in %s',
    async (lang, title, dir) => {
      const { publicUrl } = await receiptOf();
      const answer = await open(`${pathOf(publicUrl)}?lang=${lang}`);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(html).toContain(`<html lang="${lang}" dir="${dir}">`);
      expect(html).toContain(title);
      expect(html).toContain(numRequest);
      expect(html).toContain('02/11/2026 09:05');
      // The page contains no data about the person, the request or the organisations.
      for (const secret of ['Salma', 'Fassi', 'céramique', 'Chambre', 'Juridique', '@example'])
        expect(html).not.toContain(secret);
      const preview = [...html.matchAll(/<meta property="og:(?:title|description)"[^>]*>/g)].join();
      expect(preview).toContain(title);
      expect(preview).not.toContain(numRequest);
      expect(html).toContain(`content="http://wasl.test/previews/${lang}.png"`);
      // The content security policy forbids inline scripts and styles.
      expect(html).not.toMatch(/<script|<style|\sstyle=/);
    },
  );

  it('uses the browser’s language', async () => {
    const { publicUrl } = await receiptOf();
    const answer = await open(pathOf(publicUrl), { 'accept-language': 'es-ES,es;q=0.9' });
    expect(await answer.text()).toContain('Resguardo verificado');
  });

  it.each([
    '/wasl/AAAAAAAAAAAAAAAAAAAAAA',
    '/wasl/x',
    '/wasl/',
    '/wasl',
    '/wasl/1999-000001',
    '/wasl/%00',
    '/wasl/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    `/wasl/${'A'.repeat(3000)}`,
  ])('of %s is a plain page without data: 404', async (path) => {
    const answer = await open(path);
    const html = await answer.text();
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(html).toContain('Récépissé inconnu');
    expect(html).not.toContain('alert(1)');
    expect(html).not.toMatch(/\d{4}-\d{6}/);
  });

  it('has a separate style sheet', async () => {
    const answer = await open('/wasl/page.css');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ]);
  });

  // 121 pages on a possibly busy machine, so the test has its own timeout.
  it('is rate limited by address, which prevents guessing tokens', async () => {
    const limited = await createTestApp();
    try {
      const path = `${limited.baseUrl}/wasl/AAAAAAAAAAAAAAAAAAAAAA`;
      for (let tries = 0; tries < 120; tries += 1) expect((await fetch(path)).status).toBe(404);
      const answer = await fetch(path);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.text()).toContain('Trop de vérifications');
    } finally {
      await limited.close();
    }
  });
});

describe('the printed receipt', { tags: ['slow'] }, () => {
  it('is a PDF attachment named after the request, and identical each time', async () => {
    const path = `/requests/${String(requestId)}/receipt/pdf`;
    const answer = await owner.get(path).buffer(true).expect(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(`wasl_${numRequest}.pdf`);
    expect((await pdfOf()).equals(answer.body as Buffer)).toBe(true);
  });

  it.each(langs)('contains a code that opens its public page, in %s', async (lang) => {
    const { publicUrl } = await receiptOf();
    expect(await codeOn(await pdfOf(lang))).toBe(publicUrl);
  });

  it.each(langs)('is tagged for screen readers, in %s', async (lang) => {
    expect(await structureFaults(await pdfOf(lang), lang)).toEqual([]);
  });

  it('has all its texts in French', async () => {
    const text = await textOfPdf(await pdfOf());
    for (const words of [
      'Récépissé de dépôt',
      numRequest,
      '02/11/2026 09:05',
      'Salma El Fassi',
      'Juridique',
      'Un atelier de céramique à Chefchaouen',
      'https://youtu.be/dQw4w9WgXcQ',
      'mon plan.pdf',
      'Chambre de commerce',
      '+212539320000 · accueil@chambre.example',
      '3, place de la Ligue arabe, Tanger',
      'Organisme à désigner',
      'Page 1 sur 1',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('is laid out from right to left in Arabic, with numbers in order', async () => {
    const pdf = await pdfOf('ar');
    const text = await textOfPdf(pdf);
    for (const words of [receiptCatalogue.in('ar')('title'), 'الاستشارة القانونية'])
      expect(text).toContain(words);
    expect(text).toContain(numRequest);
    expect(text).toContain('02/11/2026 09:05');
    const [picture] = await picturesOfPages(pdf);
    // The title is on the right, the code on the left.
    expect(picture?.inkIn(0.6, 0.1, 0.95, 0.16)).toBeGreaterThan(0.01);
    expect(picture && picture.inkIn(0, 0, 0.07, 1) + picture.inkIn(0.93, 0, 1, 1)).toBe(0);
  });

  it('shows the usual delay and the contact of the organisation with the active step', async () => {
    const { partnerId, titleItemId } = await app.db.processingStep.findFirstOrThrow({
      where: { requestId },
    });
    const past = await app.make.aRequest({ status: 'DEMANDE_TRAITE' });
    for (let n = 0; n < 20; n += 1)
      await app.make.aStep({
        requestId: past.id,
        partnerId,
        titleItemId,
        status: 'PROCESSED',
        percent: 100,
        assignedAt: new Date('2026-09-01T08:00:00Z'),
        processedAt: new Date('2026-09-08T08:00:00Z'),
      });
    expect((await receiptOf()).tasks[0]).toMatchObject({ usualDays: 7 });
    expect(await textOfPdf(await pdfOf())).toMatch(/Délai habituel\s:\s7 jours/);
    const step = { where: { requestId } };
    await app.db.processingStep.updateMany({
      ...step,
      data: { status: 'PROCESSED', percent: 100, processedAt: now },
    });
    expect((await receiptOf()).tasks[0]).toMatchObject({ contact: null });
    expect(await textOfPdf(await pdfOf())).not.toContain('+212539320000');
    await app.db.processingStep.updateMany({
      ...step,
      data: { status: 'ASSIGNED', percent: 0, processedAt: null },
    });
  });

  it('continues on more pages when the need is long', async () => {
    await app.db.supportRequest.update({
      where: { id: requestId },
      data: { description: 'Un besoin bien long. '.repeat(190) },
    });
    const text = await textOfPdf(await pdfOf('fr'));
    expect(text).toContain('Page 2 sur 2');
  });

  it.each(['fr', 'ar'] as const)(
    'lists all of many services above the footer: %s',
    async (lang) => {
      const { make } = app;
      const labels = Array.from(
        { length: 50 },
        (_, index) => `Accompagnement ${String(1000 + index)}`,
      );
      const serviceItems = [];
      for (const label of labels) {
        const libelleFr = `${label} ${'des porteurs de projet '.repeat(5)}`;
        serviceItems.push(await make.aService({ libelleFr }));
      }
      const { id } = await make.aRequest({ beneficiaryId: ownerId, serviceItems });
      await submit(owner, id);
      const pdf = await pdfOf(lang, id);
      const text = await textOfPdf(pdf);
      expect(labels.filter((label) => text.split(label).length !== 3)).toEqual([]);
      expect(await inkAboveFooter(pdf)).toBe(0);
    },
  );
});
