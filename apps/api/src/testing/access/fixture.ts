import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { TestApp } from '../create-test-app.ts';
import { samplePdf } from '../sample-files.ts';
import type { TestClient } from '../test-client.ts';

/**
 * Actors of the access matrix (docs/security.md S14): anonymous, disabled account, agent awaiting approval, beneficiary
 * B (a stranger), partner Q (another organisation), partner P (has a step), beneficiary A (owner). They call in this
 * order, so that the owner's successful call comes last.
 */
export const actors = ['anonymous', 'disabled', 'unapproved', 'B', 'Q', 'P', 'A'] as const;
export type ActorName = (typeof actors)[number];
export type Statuses = readonly [number, number, number, number, number, number, number];

export interface Fixture {
  readonly app: TestApp;
  readonly clients: Record<ActorName, TestClient>;
  readonly a: { id: string; email: string };
  readonly agentP: { id: string; email: string };
  readonly partnerP: number;
  readonly draft: number;
  readonly submitted: number;
  /** Filed by an organisation, waiting for A. */
  readonly filed: number;
  readonly step: number;
  readonly document: { id: number; code: string };
  readonly requestFile: string;
  readonly stepFile: string;
  readonly service: string;
  readonly journey: number;
}

/**
 * Creates the actors, and one row of everything that they can call for.
 * @param filled an existing person A and organisation P, which have more rows
 */
export async function createFixture(
  app: TestApp,
  filled?: { readonly beneficiaryId: string; readonly partnerId: number },
): Promise<Fixture> {
  const { make, db, deps } = app;
  await make.anItem('STATUS', { code: 'NOUVEAU' });
  const service = await make.aService();
  const partnerP =
    filled === undefined
      ? await make.aPartner({ serviceItems: [service] })
      : await db.partner.update({
          where: { id: filled.partnerId },
          data: { services: { create: { itemId: service.id } } },
        });
  const partnerQ = await make.aPartner();
  const [a, b, agentP, agentQ] = await Promise.all([
    filled === undefined
      ? make.aBeneficiary()
      : db.user.findUniqueOrThrow({ where: { id: filled.beneficiaryId } }),
    make.aBeneficiary(),
    make.anAgent({ partnerId: partnerP.id }),
    make.anAgent({ partnerId: partnerQ.id }),
  ]);
  const disabled = await make.aBeneficiary({ disabledAt: new Date() });
  const unapproved = await make.anAgent({ partnerId: partnerP.id, approvedAt: null });
  const draft = await make.aRequest({ beneficiaryId: a.id });
  const submitted = await make.aRequest({ beneficiaryId: a.id, status: 'NOUVEAU' });
  const step = await make.aStep({ requestId: submitted.id, partnerId: partnerP.id });
  const filed = await make.aRequest({
    beneficiaryId: a.id,
    importId: (await make.anImport(partnerP.id, 'REQUESTS')).id,
    agreement: 'WAITING',
  });
  const statutes = await make.anItem('DOCUMENT');
  const receipt = await make.anItem('DOCUMENT');
  const store = async (name: string) => {
    const source = path.join(deps.settings.dataDir, name);
    await writeFile(source, samplePdf);
    const sha256 = createHash('sha256').update(samplePdf).digest('hex');
    const key = await deps.storage.put(source, samplePdf.length, sha256);
    return await db.storedFile.create({
      data: {
        key,
        originalName: name,
        mimeType: 'application/pdf',
        size: samplePdf.length,
        sha256,
        ownerId: a.id,
      },
    });
  };
  const requestFile = await store('plan.pdf');
  const stepFile = await store('recu.pdf');
  const draftFile = await store('autre.pdf');
  await db.requestDocument.createMany({
    data: [
      { requestId: submitted.id, code: 'BUSINESS_PLAN', fileId: requestFile.id },
      { requestId: draft.id, code: 'DEFAULT_DOC', fileId: draftFile.id },
    ],
  });
  await db.stepDocument.createMany({
    data: [
      { stepId: step.id, documentItemId: statutes.id },
      { stepId: step.id, documentItemId: receipt.id, fileId: stepFile.id, uploadedAt: new Date() },
    ],
  });
  return {
    app,
    clients: {
      anonymous: app.anonymous,
      disabled: await app.as(disabled),
      unapproved: await app.as(unapproved),
      B: await app.as(b),
      Q: await app.as(agentQ),
      P: await app.as(agentP),
      A: await app.as(a),
    },
    a,
    agentP,
    partnerP: partnerP.id,
    draft: draft.id,
    submitted: submitted.id,
    filed: filed.id,
    step: step.id,
    document: statutes,
    requestFile: requestFile.key,
    stepFile: stepFile.key,
    service: service.code,
    journey: (await make.aJourney()).id,
  };
}
