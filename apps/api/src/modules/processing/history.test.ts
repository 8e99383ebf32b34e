import type { HistoryItem, UsualDelay } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { handIn, rateStep, saveStep, type TestClient, useTestApp } from '../../testing/index.ts';
import { requestAdministration } from '../requests/index.ts';

const app = useTestApp();
beforeAll(async () => {
  await app.make.anItem('STATUS', { code: 'ENTAME', libelleFr: 'Entamée' });
  await app.make.anItem('PROCESSING_STEP_STATUS', { code: 'PROCESSED', libelleFr: 'Traitée' });
});

const historyOf = async (client: TestClient, id: number) =>
  (await client.get(`/requests/${String(id)}/history`).expect(200)).body as {
    items: HistoryItem[];
    usualDelay: UsualDelay | null;
  };
const submit = (client: TestClient, idRequest: number) =>
  client
    .put('/requests/observationAndStatus', { idRequest, newStatus: 'NOUVEAU', observations: '' })
    .expect(200);

describe('the history of a request', () => {
  it('lists the events, oldest first, without names of people', async () => {
    const service = await app.make.aService({ libelleFr: 'Juridique' });
    const partner = await app.make.aPartner({ title: 'Chambre', serviceItems: [service] });
    const quote = await app.make.anItem('DOCUMENT', { libelleFr: 'Devis', partnerId: partner.id });
    const agent = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    const { id } = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
    await submit(owner, id);
    const step = await app.db.processingStep.findFirstOrThrow({ where: { requestId: id } });
    const update = (percent: number, documents: string[] = []) =>
      saveStep(agent, step.id, percent === 100 ? 'PROCESSED' : 'IN_PROGRESS', percent, {
        partnerFeedback: 'Pour la bénéficiaire',
        documents,
      }).expect(200);
    await update(30, [quote.code]);
    await handIn(owner, step.id, 'devis.pdf', quote.code).expect(201);
    await update(100);
    await rateStep(owner, step.id, 2, 'Trop lent').expect(200);

    const { items, usualDelay } = await historyOf(owner, id);
    expect(usualDelay).toBeNull();
    expect(items.map(({ what }) => what)).toEqual([
      'submitted',
      'entrusted',
      'progress',
      'documentAsked',
      'status',
      'documentReceived',
      'progress',
      'status',
      'rated',
    ]);
    expect(items[1]).toMatchObject({ service: 'Juridique', organisation: 'Chambre' });
    expect(items[2]).toMatchObject({ percent: 30, service: 'Juridique' });
    expect(items[3]).toMatchObject({ document: 'Devis', organisation: 'Chambre' });
    expect(items[4]).toMatchObject({ status: { code: 'ENTAME', libelle: 'Entamée' } });
    expect(items[6]).toMatchObject({ percent: 100, status: { libelle: 'Traitée' } });
    expect(items.every(({ at }) => /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/.test(at))).toBe(true);
    const text = JSON.stringify(await historyOf(agent, id));
    for (const secret of ['Pour la bénéficiaire', 'Trop lent', user.email, user.prenom])
      expect(text).not.toContain(secret);
  });

  it('shows the reason for the sending back and the correction, and omits deleted steps', async () => {
    const service = await app.make.aService();
    await app.make.aPartner({ serviceItems: [service] });
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    const request = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
    await submit(owner, request.id);
    await requestAdministration(app.deps).sendBack(request.numRequest, 'Joindre un devis');
    await owner
      .put(`/requests/${String(request.id)}`)
      .field('createRequestDto', JSON.stringify({ services: [service.code] }))
      .expect(200);
    await submit(owner, request.id);
    const { items } = await historyOf(owner, request.id);
    expect(items.map(({ what, observation }) => observation ?? what)).toEqual([
      'submitted',
      'Joindre un devis',
      'corrected',
      'submitted',
      'entrusted',
    ]);
  });

  it('is visible only to people who may see the request', async () => {
    const { requestId } = await app.make.aStep();
    await (
      await app.as(await app.make.aBeneficiary())
    )
      .get(`/requests/${String(requestId)}/history`)
      .expect(404);
    await (
      await app.as(await app.make.anAgent())
    )
      .get(`/requests/${String(requestId)}/history`)
      .expect(404);
  });
});

describe('the usual delay', () => {
  const day = 86_400_000;
  const begin = new Date('2026-01-05T08:00:00Z').getTime();

  let numbered = 0;
  /** Makes processed requests that took these numbers of days. */
  async function closed(kind: { journeyDefId: number } | { itemId: number }, took: number[]) {
    const { id: beneficiaryId } = await app.make.aBeneficiary();
    const { id: partnerId } = await app.make.aPartner();
    const { id: titleItemId } = await app.make.aService();
    const requests = await app.db.supportRequest.createManyAndReturn({
      data: took.map(() => ({
        numRequest: `1998-${String((numbered += 1)).padStart(6, '0')}`,
        beneficiaryId,
        status: 'DEMANDE_TRAITE',
        percent: 100,
        submittedAt: new Date(begin),
        ...('journeyDefId' in kind ? kind : {}),
      })),
      select: { id: true },
    });
    if ('itemId' in kind) {
      await app.db.requestService.createMany({
        data: requests.map(({ id }) => ({ requestId: id, itemId: kind.itemId })),
      });
    }
    // Two steps each: the later step ends the request.
    await app.db.processingStep.createMany({
      data: requests.flatMap(({ id: requestId }, index) =>
        [0.5, 1].map((share, position) => ({
          requestId,
          position,
          titleItemId,
          partnerId,
          status: 'PROCESSED',
          percent: 100,
          processedAt: new Date(begin + share * (took[index] ?? 0) * day),
        })),
      ),
    });
  }
  const days = (count: number, each: number): number[] => Array.from({ length: count }, () => each);

  it('of a journey is available from the twentieth closed request on', async () => {
    const journey = await app.make.aJourney();
    const other = await app.make.aJourney();
    const journeyDefId = journey.id;
    await closed(
      { journeyDefId },
      Array.from({ length: 19 }, (_, n) => n + 1),
    );
    await closed({ journeyDefId: other.id }, [90]);
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    const mine = { beneficiaryId: user.id, journeyDefId, status: 'NOUVEAU' } as const;
    const { id } = await app.make.aRequest(mine);
    expect((await historyOf(owner, id)).usualDelay).toBeNull();
    await closed({ journeyDefId }, [20]);
    expect((await historyOf(owner, id)).usualDelay).toEqual({
      count: 20,
      low: 6,
      median: 11,
      high: 15,
    });
    // A finished request needs no estimate.
    await app.db.supportRequest.update({ where: { id }, data: { status: 'DEMANDE_TRAITE' } });
    expect((await historyOf(owner, id)).usualDelay).toBeNull();
  });

  it('of services is that of the slowest service, and unknown while one is unknown', async () => {
    const quick = await app.make.aService();
    const slow = await app.make.aService();
    await closed({ itemId: quick.id }, days(20, 2));
    await closed({ itemId: slow.id }, days(19, 30));
    const user = await app.make.aBeneficiary();
    const owner = await app.as(user);
    const { id } = await app.make.aRequest({
      beneficiaryId: user.id,
      serviceItems: [quick, slow],
      status: 'ENTAME',
    });
    expect((await historyOf(owner, id)).usualDelay).toBeNull();
    await closed({ itemId: slow.id }, [30]);
    expect((await historyOf(owner, id)).usualDelay).toMatchObject({ median: 30 });
  });
});
