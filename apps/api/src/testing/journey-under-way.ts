import type { TestApp } from './create-test-app.ts';

/** A request with a step of the agent's organisation and a second step of another one. */
export async function aJourneyUnderWay(app: TestApp) {
  const [agent, next] = [await app.make.anAgent(), await app.make.anAgent()];
  const user = await app.make.aBeneficiary({ lang: 'es' });
  const request = await app.make.aRequest({
    beneficiaryId: user.id,
    status: 'NOUVEAU',
    journeyDefId: (await app.make.aJourney()).id,
  });
  const first = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  const second = await app.make.aStep({
    requestId: request.id,
    partnerId: next.partnerId,
    status: 'NOT_STARTED',
    assignedAt: null,
  });
  const client = await app.as(agent);
  const update = (members: object, stepId = first.id) =>
    client.post('/processing/step/update', {
      processingId: request.id,
      processingStepId: stepId,
      ...members,
    });
  const read = () =>
    app.db.supportRequest.findUniqueOrThrow({
      where: { id: request.id },
      include: { steps: { orderBy: { position: 'asc' }, include: { documents: true } } },
    });
  return { agent, next, user, request, first, second, client, update, read };
}
