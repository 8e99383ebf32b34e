import {
  requestStatuses,
  stepStatuses,
  type RequestStatus,
  type StepStatus,
} from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  addDocument,
  handIn,
  rateStep,
  saveStep,
  submitRequest,
  type TestClient,
  useTestApp,
} from '../../testing/index.ts';

let owner: TestClient;
let agent: TestClient;
let ownerId: string;
let partnerId: number;
let serviceId: number;
let serviceCode: string;

/**
 * Executes every status × action × role of the specification's §4 through HTTP. A forbidden action is refused and
 * changes nothing.
 */
const app = useTestApp();
beforeAll(async () => {
  const service = await app.make.aService();
  ({ id: serviceId, code: serviceCode } = service);
  const partner = await app.make.aPartner({ serviceItems: [service] });
  partnerId = partner.id;
  agent = await app.as(await app.make.anAgent({ partnerId }));
  const user = await app.make.aBeneficiary();
  ownerId = user.id;
  owner = await app.as(user);
});

const aRequest = (status: RequestStatus) =>
  app.make.aRequest({ beneficiaryId: ownerId, status, serviceItems: [{ id: serviceId }] });

const traceOf = async (id: number) =>
  JSON.stringify([
    await app.db.supportRequest.findUnique({
      where: { id },
      include: {
        services: true,
        documents: true,
        steps: { include: { documents: true, rating: true } },
        history: true,
      },
    }),
    await app.db.outboxMail.count(),
    await app.db.storedFile.count(),
  ]);

const ownerActions: Record<string, (id: number) => ReturnType<TestClient['get']>> = {
  consult: (id) => owner.get(`/requests/${String(id)}`),
  edit: (id) =>
    owner
      .put(`/requests/${String(id)}`)
      .field('createRequestDto', JSON.stringify({ services: [serviceCode] })),
  document: (id) => addDocument(owner, id, 'DEFAULT_DOC', 'a.pdf'),
  delete: (id) => owner.delete(`/requests/${String(id)}`),
  submit: (id) => submitRequest(owner, id),
  withdraw: (id) => owner.post(`/requests/${String(id)}/withdraw`, { reason: 'SOLVED' }),
};
const editable: RequestStatus[] = ['EN_COURS_DE_CREATION', 'A_REFOURMULER'];
const allowed: Record<string, readonly RequestStatus[]> = {
  consult: requestStatuses.filter((status) => status !== 'SUPPRIME'),
  edit: editable,
  document: editable,
  delete: editable,
  submit: ['EN_COURS_DE_CREATION'],
  withdraw: ['NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'EN_ATTENTE'],
};
/** Repeated actions return the first answer and change nothing. */
const repeated: Record<string, readonly RequestStatus[]> = {
  submit: ['NOUVEAU', 'EN COURS DE QUALIFICATION'],
  withdraw: ['RETIREE'],
};

describe.each(requestStatuses)('the owner of a request in %s', (status) => {
  it.each(Object.keys(ownerActions))('can call %s only in the allowed statuses', async (action) => {
    const { id } = await aRequest(status);
    const before = await traceOf(id);
    const answer = await ownerActions[action]?.(id);
    const isAllowed = allowed[action]?.includes(status) === true;
    if (isAllowed) {
      expect([200, 201]).toContain(answer?.status);
      if (action !== 'consult') expect(await traceOf(id)).not.toBe(before);
      return;
    }
    const isRepeat = repeated[action]?.includes(status) === true;
    expect(answer?.status).toBe(status === 'SUPPRIME' ? 404 : isRepeat ? 200 : 409);
    if (answer?.status === 409) expect(answer.body).toMatchObject({ code: 'STATE_CONFLICT' });
    expect(await traceOf(id)).toBe(before);
  });

  it('gets the matching abilities', async () => {
    const { id } = await aRequest(status);
    const answer = await owner.get(`/requests/${String(id)}`);
    if (status === 'SUPPRIME') return;
    expect((answer.body as { abilities: object }).abilities).toEqual({
      canEdit: editable.includes(status),
      canDelete: editable.includes(status),
      canSubmit: status === 'EN_COURS_DE_CREATION',
      canFollow: ['ENTAME', 'DEMANDE_TRAITE', 'RETIREE'].includes(status),
      canReceipt: !editable.includes(status),
      canUpdate: false,
      canDecline: false,
      canSendBack: false,
      canAgree: false,
      canWithdraw: false,
      canWithdrawRequest: allowed['withdraw']?.includes(status) === true,
    });
  });
});

describe.each(requestStatuses)('the agent with a step on a request in %s', (status) => {
  it.each(stepStatuses)(
    'can update a step that is %s only when it is allowed',
    async (stepStatus: StepStatus) => {
      const { id } = await aRequest(status);
      const percent = stepStatus === 'PROCESSED' ? 100 : 40;
      const step = await app.make.aStep({ requestId: id, partnerId, status: stepStatus, percent });
      const before = await traceOf(id);
      const answer = await saveStep(agent, step.id, { code: 'IN_PROGRESS' }, 50);
      // A declined step no longer belongs to the organisation.
      const isHidden =
        status === 'SUPPRIME' || status === 'EN_COURS_DE_CREATION' || stepStatus === 'DECLINED';
      const isOpen = ['ASSIGNED', 'IN_PROGRESS', 'BLOCKED'].includes(stepStatus);
      const isStopped = ['A_REFOURMULER', 'EN_ATTENTE', 'RETIREE'].includes(status);
      if (!isHidden && isOpen && !isStopped) {
        expect(answer.status).toBe(200);
        return;
      }
      expect(answer.status).toBe(isHidden ? 404 : 409);
      if (!isHidden && stepStatus === 'PROCESSED')
        expect(answer.body).toMatchObject({
          code: 'STEP_FULLY_CLAIMED',
          message: 'Vous avez déjà réclamé 100 % du traitement.',
        });
      if (!isHidden && stepStatus === 'REJECTED')
        expect(answer.body).toMatchObject({ code: 'STEP_CLOSED' });
      if (!isHidden && isOpen)
        expect(answer.body).toMatchObject({
          code: status === 'EN_ATTENTE' ? 'REQUEST_ON_HOLD' : 'STATE_CONFLICT',
        });
      expect(await traceOf(id)).toBe(before);
    },
  );

  it('can read it unless it is a draft or deleted', async () => {
    const { id } = await aRequest(status);
    const step = await app.make.aStep({ requestId: id, partnerId });
    const isHidden = status === 'SUPPRIME' || status === 'EN_COURS_DE_CREATION';
    const expected = isHidden ? 404 : 200;
    await agent.get(`/requests/${String(id)}`).expect(expected);
    await agent.post('/journeyInstanceProcessingSteps/list', { requestId: id }).expect(expected);
    await agent
      .get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`)
      .expect(expected);
  });
});

describe.each(stepStatuses)('the owner and a step that is %s', (stepStatus) => {
  it('can rate it only when it is processed', async () => {
    const { id } = await aRequest('ENTAME');
    const percent = stepStatus === 'PROCESSED' ? 100 : 40;
    const step = await app.make.aStep({ requestId: id, partnerId, status: stepStatus, percent });
    const before = await traceOf(id);
    const answer = await rateStep(owner, step.id, 4, 'Merci');
    expect(answer.status).toBe(stepStatus === 'PROCESSED' ? 200 : 409);
    if (answer.status === 200) return;
    const isClosed = stepStatus === 'REJECTED' || stepStatus === 'DECLINED';
    const code = isClosed ? 'RATING_CLOSED' : 'RATING_TOO_EARLY';
    expect(answer.body).toMatchObject({ code });
    expect(await traceOf(id)).toBe(before);
  });

  it('can upload expected documents unless it is closed', async () => {
    const { id } = await aRequest('ENTAME');
    const percent = stepStatus === 'PROCESSED' ? 100 : 40;
    const step = await app.make.aStep({ requestId: id, partnerId, status: stepStatus, percent });
    const item = await app.make.anItem('DOCUMENT', { code: 'RIB' });
    await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: item.id } });
    const answer = await handIn(owner, step.id, 'rib.pdf');
    expect(answer.status).toBe(
      ['PROCESSED', 'REJECTED', 'DECLINED'].includes(stepStatus) ? 409 : 201,
    );
  });
});
