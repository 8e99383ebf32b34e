import type { RequestStatus, StepStatus } from '@wasl/contracts';

import { personNameColumns } from '../platform/database/person-name.ts';
import { labelColumns, type Labelled } from '../modules/reference/index.ts';

import type { Db } from '../platform/database/db.ts';
import { storedNumber } from '../rules/request-number.ts';
import { requestStatusOf } from '../policies/request-status.ts';

export interface RequestOverview {
  readonly numRequest: string;
  readonly status: RequestStatus;
  readonly percent: number;
  readonly email: string;
  readonly author: string;
  readonly begunAt: Date;
  readonly submittedAt: Date | null;
  readonly journey: string | null;
  readonly services: readonly string[];
  readonly files: readonly {
    readonly id: number;
    /** Document code, or null for a file of a message. */
    readonly code: string | null;
    readonly stepId: number | null;
    readonly name: string;
    readonly bytes: number;
    readonly at: Date;
  }[];
  readonly observation: string | null;
  readonly agreement: string;
  readonly steps: readonly {
    readonly id: number;
    readonly service: string;
    readonly organisation: string;
    readonly status: StepStatus;
    readonly percent: number;
    readonly assignedAt: Date | null;
    readonly dueOn: Date | null;
    /** The agent who owns the step. */
    readonly assignee: string | null;
  }[];
}

const file = {
  select: { id: true, originalName: true, size: true, createdAt: true },
} as const;

/** A request with its steps and files; null for an unknown number. */
export async function requestOverview(db: Db, numRequest: string): Promise<RequestOverview | null> {
  const row = await db.supportRequest.findUnique({
    where: { numRequest: storedNumber(numRequest) },
    select: {
      numRequest: true,
      status: true,
      percent: true,
      observation: true,
      agreement: true,
      dateRequest: true,
      submittedAt: true,
      beneficiary: { select: { email: true, nom: true, prenom: true } },
      journeyDef: { select: { titleFr: true } },
      services: { select: { item: { select: { code: true } } } },
      documents: { orderBy: { id: 'asc' }, select: { code: true, file } },
      steps: {
        orderBy: { position: 'asc' },
        select: {
          id: true,
          status: true,
          percent: true,
          assignedAt: true,
          dueOn: true,
          assignee: { select: { email: true } },
          titleItem: { select: { code: true } },
          partner: { select: { title: true } },
          documents: {
            where: { fileId: { not: null } },
            orderBy: { id: 'asc' },
            select: { documentItem: { select: { code: true } }, file },
          },
          messages: {
            orderBy: { id: 'asc' },
            select: {
              attachments: {
                where: { file: { requestDocument: null, stepDocument: null, removedAt: null } },
                orderBy: { id: 'asc' },
                select: { file },
              },
            },
          },
        },
      },
    },
  });
  if (row === null) return null;
  const { beneficiary, steps, journeyDef, services, documents, dateRequest, ...request } = row;
  const files = [
    ...documents.map((document) => ({ ...document, stepId: null })),
    ...steps.flatMap(({ id: stepId, documents: handedIn, messages }) => [
      ...handedIn.map(({ documentItem, ...document }) => ({
        ...document,
        ...documentItem,
        stepId,
      })),
      ...messages.flatMap(({ attachments }) =>
        attachments.map((attachment) => ({ ...attachment, code: null, stepId })),
      ),
    ]),
  ];
  return {
    ...request,
    status: requestStatusOf(request.status),
    email: beneficiary.email,
    author: `${beneficiary.prenom} ${beneficiary.nom}`,
    begunAt: dateRequest,
    journey: journeyDef?.titleFr ?? null,
    services: services.map(({ item }) => item.code),
    files: files.flatMap(({ code, stepId, file: stored }) => {
      if (stored === null) return [];
      const { id, originalName: name, size: bytes, createdAt: at } = stored;
      return [{ id, code, stepId, name, bytes, at }];
    }),
    steps: steps.map(({ titleItem, partner, assignee, documents: _, messages: __, ...step }) => ({
      ...step,
      assignee: assignee?.email ?? null,
      service: titleItem.code,
      organisation: partner.title,
    })),
  };
}

export interface ExportedRequest {
  readonly answers: unknown;
  readonly id: number;
  readonly numRequest: string;
  readonly dateRequest: Date;
  readonly submittedAt: Date | null;
  readonly status: RequestStatus;
  readonly percent: number;
  readonly description: string | null;
  readonly beneficiary: {
    readonly nom: string;
    readonly prenom: string;
    readonly companyName: string | null;
    readonly email: string;
    readonly phone: string | null;
    readonly city: string | null;
    readonly province: string | null;
  };
  readonly journeyDef: {
    readonly titleFr: string;
    readonly titleEn: string | null;
    readonly titleAr: string | null;
    readonly titleEs: string | null;
  } | null;
  readonly services: readonly { readonly item: Labelled }[];
  readonly steps: readonly {
    readonly status: StepStatus;
    readonly partner: { readonly title: string };
  }[];
}

const batch = 500;

/** Number of requests that {@link everyRequest} yields. */
export async function countRequests(db: Db): Promise<number> {
  return await db.supportRequest.count({ where: { status: { not: 'SUPPRIME' } } });
}

/** Yields every undeleted request, oldest first, with some hundreds in memory at a time. */
export async function* everyRequest(db: Db): AsyncGenerator<ExportedRequest> {
  for (let after = 0; ;) {
    const rows = await db.supportRequest.findMany({
      where: { id: { gt: after }, status: { not: 'SUPPRIME' } },
      orderBy: { id: 'asc' },
      take: batch,
      select: {
        id: true,
        numRequest: true,
        dateRequest: true,
        submittedAt: true,
        status: true,
        percent: true,
        description: true,
        answers: true,
        beneficiary: {
          select: {
            ...personNameColumns,
            email: true,
            phone: true,
            city: true,
            province: true,
          },
        },
        journeyDef: { select: { titleFr: true, titleEn: true, titleAr: true, titleEs: true } },
        services: {
          orderBy: { item: { position: 'asc' } },
          select: { item: { select: labelColumns } },
        },
        steps: {
          orderBy: { position: 'asc' },
          select: { status: true, partner: { select: { title: true } } },
        },
      },
    });
    yield* rows.map((row) => ({ ...row, status: requestStatusOf(row.status) }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

export async function labelsOfList(db: Db, parent: string): Promise<Map<string, Labelled>> {
  const items = await db.referenceItem.findMany({ where: { parent }, select: labelColumns });
  return new Map(items.map((item) => [item.code, item]));
}
