import type { Prisma } from '@wasl/db';

type Models = Prisma.TypeMap['model'];
export type Model = keyof Models;
type ScalarsOf<M extends Model> = Models[M]['payload']['scalars'];
type ObjectsOf<M extends Model> = Models[M]['payload']['objects'];

type DateMember<T> = {
  [K in keyof T]-?: Extract<T[K], Date> extends never ? never : K;
}[keyof T];

/** A row that this one names by a column of its own: `column` is the relation's name with `_id` where nothing else is said. */
interface Parent<M extends Model> {
  readonly kind: 'parent';
  readonly to: M;
  readonly column?: string;
}
/** Rows that name this one by their `column`. */
interface Children<M extends Model> {
  readonly kind: 'children';
  readonly to: M;
  readonly column: string;
}
/** The one row at most that names this one. */
interface Child<M extends Model> {
  readonly kind: 'child';
  readonly to: M;
  readonly column: string;
}
type ModelOf<P> = NonNullable<P> extends { name: infer M extends Model } ? M : never;
type RelationTo<P> = P extends readonly (infer E)[]
  ? Children<ModelOf<E>>
  : Parent<ModelOf<P>> | Child<ModelOf<P>>;

/** A table as reads of our own need it, beside what the columns' names say (a member's in snake case). */
interface TableOf<M extends Model> {
  readonly table: string;
  /** All members that are days or instants: JSON has them as text. The compiler holds the list complete. */
  readonly dates: Readonly<Record<DateMember<ScalarsOf<M>>, true>>;
  readonly relations: { readonly [R in keyof ObjectsOf<M>]?: RelationTo<ObjectsOf<M>[R]> };
  /** Members whose values the client names otherwise than the database. */
  readonly named?: { readonly [C in keyof ScalarsOf<M>]?: (column: string) => string };
}
/** The same without its model, to go through. */
export interface Table {
  readonly table: string;
  readonly dates: Readonly<Record<string, true>>;
  readonly relations: Readonly<Record<string, Relation | undefined>>;
  readonly named?: Readonly<Record<string, ((column: string) => string) | undefined>>;
}
export type Relation = Parent<Model> | Children<Model> | Child<Model>;

const parent = <M extends Model>(to: M, column?: string) =>
  ({ kind: 'parent', to, ...(column === undefined ? {} : { column }) }) as const;
const child = <M extends Model>(to: M, column: string) => ({ kind: 'child', to, column }) as const;
const children = <M extends Model>(to: M, column: string) =>
  ({ kind: 'children', to, column }) as const;

const tables: { readonly [M in Model]?: TableOf<M> } = {
  Absence: {
    table: 'absences',
    dates: { fromOn: true, untilOn: true, begunAt: true },
    relations: {},
  },
  EligibilityCondition: { table: 'eligibility_conditions', dates: {}, relations: {} },
  HistoryEvent: { table: 'history_events', dates: { at: true }, relations: {} },
  Import: {
    table: 'imports',
    dates: { createdAt: true },
    relations: { partner: parent('Partner') },
  },
  ImportRun: {
    table: 'import_runs',
    dates: { startedAt: true, aliveAt: true, endedAt: true },
    relations: { agent: parent('User') },
  },
  JourneyDef: {
    table: 'journey_defs',
    dates: { startDate: true, endDate: true, createdAt: true },
    relations: {
      conditions: children('EligibilityCondition', 'journey_def_id'),
      settings: children('JourneyDefSetting', 'journey_def_id'),
      taskDefs: children('TaskDef', 'journey_def_id'),
    },
  },
  JourneyDefSetting: { table: 'journey_def_settings', dates: {}, relations: {} },
  MessageAttachment: {
    table: 'message_attachments',
    dates: {},
    relations: { file: parent('StoredFile') },
  },
  NoteMention: { table: 'step_note_mentions', dates: { seenAt: true }, relations: {} },
  Notice: {
    table: 'notices',
    dates: { createdAt: true, readAt: true },
    relations: {
      about: parent('User'),
      request: parent('SupportRequest'),
      step: parent('ProcessingStep'),
    },
  },
  Partner: {
    table: 'partners',
    dates: {
      approvedAt: true,
      refusedAt: true,
      unattendedAt: true,
      changedAt: true,
      createdAt: true,
      updatedAt: true,
    },
    relations: {
      logo: parent('StoredFile', 'logo_file_id'),
      category: parent('ReferenceItem'),
      areas: children('PartnerArea', 'partner_id'),
      supportTypes: children('PartnerSupportType', 'partner_id'),
      services: children('PartnerService', 'partner_id'),
    },
  },
  PartnerArea: { table: 'partner_areas', dates: {}, relations: { item: parent('ReferenceItem') } },
  PartnerService: {
    table: 'partner_services',
    dates: {},
    relations: { item: parent('ReferenceItem') },
  },
  PartnerSupportType: {
    table: 'partner_support_types',
    dates: {},
    relations: { item: parent('ReferenceItem') },
  },
  ProcessingStep: {
    table: 'processing_steps',
    dates: {
      assignedAt: true,
      processingStartDate: true,
      processedAt: true,
      dueOn: true,
      requestDate: true,
      lastMessageAt: true,
      awaitsAnswerSince: true,
      createdAt: true,
      updatedAt: true,
    },
    relations: {
      request: parent('SupportRequest'),
      duplicateOf: parent('SupportRequest'),
      titleItem: parent('ReferenceItem'),
      partner: parent('Partner'),
      assignee: parent('User'),
      documents: children('StepDocument', 'step_id'),
      feedbacks: children('StepFeedback', 'step_id'),
      rating: child('Rating', 'step_id'),
    },
  },
  Qualification: {
    table: 'qualifications',
    dates: { createdAt: true, replacedAt: true },
    relations: {},
  },
  Rating: { table: 'ratings', dates: { createdAt: true, updatedAt: true }, relations: {} },
  ReferenceItem: { table: 'reference_items', dates: { createdAt: true }, relations: {} },
  RequestDocument: {
    table: 'request_documents',
    dates: { createdAt: true },
    relations: { file: parent('StoredFile') },
  },
  RequestService: {
    table: 'request_services',
    dates: {},
    relations: { item: parent('ReferenceItem') },
  },
  StepDocument: {
    table: 'step_documents',
    dates: { requestedAt: true, uploadedAt: true },
    relations: { documentItem: parent('ReferenceItem'), file: parent('StoredFile') },
  },
  StepFeedback: {
    table: 'step_feedbacks',
    dates: { at: true },
    relations: { author: parent('User') },
  },
  StepMessage: {
    table: 'step_messages',
    dates: { createdAt: true, readAt: true },
    relations: {
      author: parent('User'),
      attachments: children('MessageAttachment', 'message_id'),
    },
  },
  StepNote: {
    table: 'step_notes',
    dates: { createdAt: true },
    relations: { author: parent('User'), mentions: children('NoteMention', 'note_id') },
  },
  StoredFile: { table: 'stored_files', dates: { createdAt: true, removedAt: true }, relations: {} },
  SupportRequest: {
    table: 'requests',
    dates: {
      dateRequest: true,
      submittedAt: true,
      draftRemindedAt: true,
      emptiedAt: true,
      createdAt: true,
      updatedAt: true,
    },
    relations: {
      beneficiary: parent('User'),
      journeyDef: parent('JourneyDef'),
      import: parent('Import'),
      services: children('RequestService', 'request_id'),
      documents: children('RequestDocument', 'request_id'),
      steps: children('ProcessingStep', 'request_id'),
      history: children('HistoryEvent', 'request_id'),
    },
    // One value has spaces, which a Prisma enum cannot name (policies/request-status.ts).
    named: { status: (column) => `replace(${column}::text, ' ', '_')` },
  },
  TaskDef: {
    table: 'task_defs',
    dates: {},
    relations: { titleItem: parent('ReferenceItem') },
  },
  User: {
    table: 'users',
    dates: {
      birthDate: true,
      emailConfirmedAt: true,
      approvedAt: true,
      disabledAt: true,
      deletionAskedAt: true,
      invitedAgainAt: true,
      createdAt: true,
      updatedAt: true,
    },
    relations: {
      profil: parent('ReferenceItem'),
      area: parent('ReferenceItem'),
      qualifications: children('Qualification', 'user_id'),
      absence: child('Absence', 'user_id'),
      partner: parent('Partner'),
    },
  },
};

/** @throws Error for a model that no read of our own has needed yet: describe it above */
export function tableOf(model: Model): Table {
  const table: Table | undefined = tables[model];
  if (table === undefined) throw new Error(`The table of ${model} is not described`);
  return table;
}
