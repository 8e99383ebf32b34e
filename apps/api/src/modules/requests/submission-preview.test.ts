import { expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

const app = useTestApp();

async function aDraft(over: Parameters<typeof app.make.aRequest>[0] = {}) {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, ...over });
  const client = await app.as(user);
  const at = `/requests/${String(request.id)}/submission`;
  return { request, preview: (lang = 'fr') => client.get(`${at}?lang=${lang}`) };
}

it('shows the receiving organisation of each service, and changes nothing', async () => {
  const offered = await app.make.aService({ libelleFr: 'Juridique' });
  const orphan = await app.make.aService({ libelleFr: 'Export' });
  await app.make.aPartner({ title: 'Chambre', titleAr: 'الغرفة', serviceItems: [offered] });
  const { request, preview } = await aDraft({ serviceItems: [offered, orphan] });
  expect((await preview().expect(200)).body).toEqual({
    tasks: [
      { service: 'Juridique', organisation: 'Chambre', usualDays: null },
      { service: 'Export', organisation: null, usualDays: null },
    ],
    missingDocuments: [],
    missingQuestions: [],
    unaskedDocuments: [],
    infectedDocuments: [],
    isJourneyOpen: true,
    usualDelay: null,
  });
  // The organisation's name is in the reader's language.
  expect((await preview('ar').expect(200)).body).toMatchObject({
    tasks: [{ organisation: 'الغرفة' }, { organisation: null }],
  });
  expect(await app.db.processingStep.count({ where: { requestId: request.id } })).toBe(0);
  expect(await app.db.historyEvent.count({ where: { requestId: request.id } })).toBe(0);
});

it('reports the missing documents of a journey, and a closed journey', async () => {
  const partner = await app.make.aPartner({ title: 'Agence' });
  const journey = await app.make.aJourney({
    partnerId: partner.id,
    endDate: new Date('2020-01-01'),
    settings: {
      create: [
        { code: 'ILLUSTRATIVE_VIDEO', mandatory: true },
        { code: 'BUSINESS_PLAN', mandatory: true },
        { code: 'DEFAULT_DOC', mandatory: false },
      ],
    },
  });
  const { preview } = await aDraft({ journeyDefId: journey.id });
  expect((await preview().expect(200)).body).toMatchObject({
    tasks: [{ organisation: 'Agence' }],
    missingDocuments: ['BUSINESS_PLAN', 'ILLUSTRATIVE_VIDEO'],
    isJourneyOpen: false,
  });
});

it.each(['NOUVEAU', 'A_REFOURMULER', 'ENTAME', 'DEMANDE_TRAITE'] as const)(
  'is refused for a request in %s',
  async (status) => {
    const { preview } = await aDraft({ status });
    expect((await preview().expect(409)).body).toMatchObject({ code: 'STATE_CONFLICT' });
  },
);

it('shows the usual delay of an organisation for a step after twenty closed steps', async () => {
  const service = await app.make.aService();
  const partner = await app.make.aPartner({ serviceItems: [service] });
  const past = await app.make.aRequest({ status: 'DEMANDE_TRAITE' });
  const day = 86_400_000;
  /** Makes steps of the organisation that took these numbers of days. */
  const took = async (status: 'PROCESSED' | 'REJECTED', days: readonly number[]) => {
    for (const one of days)
      await app.make.aStep({
        requestId: past.id,
        partnerId: partner.id,
        titleItemId: service.id,
        status,
        percent: status === 'PROCESSED' ? 100 : 0,
        assignedAt: new Date(Date.now() - one * day),
        processedAt: new Date(),
      });
  };
  const { preview } = await aDraft({ serviceItems: [service] });
  const previewTasks = async () => ((await preview().expect(200)).body as { tasks: unknown }).tasks;
  await took(
    'PROCESSED',
    Array.from({ length: 19 }, (_, n) => n + 1),
  );
  // Rejected steps do not count.
  await took('REJECTED', [90, 90]);
  expect(await previewTasks()).toMatchObject([{ usualDays: null }]);
  await took('PROCESSED', [20]);
  expect(await previewTasks()).toMatchObject([{ usualDays: 11 }]);
});
