import { z } from 'zod';

import { personMembers } from '../accounts/person.ts';
import { defineArea } from '../http/area.ts';
import { requestDocumentCodes } from '../journeys/journeys.ts';
import { answersInput, questionView } from '../journeys/questions.ts';
import { searchText } from '../processing/worklist-criteria.ts';
import { createRequestDto } from '../requests/requests.ts';
import { v } from '../wire/text.ts';
import { codeLibelle, email, id, langQuery, refCode } from '../wire/values.ts';

/** Specified documents that can be filed with a request, each as a PDF. A video is a link. */
export const counterDocumentCodes = requestDocumentCodes.filter(
  (code) => code !== 'ILLUSTRATIVE_VIDEO',
);

/** A person of the search: docs/imports.md, "A request at the counter". */
export const counterPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
});
export type CounterPerson = z.infer<typeof counterPerson>;

/** Most documents of one filing. */
const mostDocuments = 20;

const { description, urlVideo, services } = createRequestDto.shape;

/** A person by the exact address. The names serve where no account exists. */
export const counterUnknown = z.object({
  email: email(),
  nom: personMembers.nom,
  prenom: personMembers.prenom,
});

export const counterFiling = z.object({
  /** A person of the search, or any other. */
  person: z.union([z.object({ id: z.uuid({ error: v('invalid') }) }), counterUnknown]),
  description,
  urlVideo,
  /** Services or a journey, never both. */
  services,
  journeyDef: id.nullish(),
  /** Answers to the journey's questions. */
  answers: answersInput.optional(),
  /** Files the request although the organisation filed the same before. */
  again: z.boolean({ error: v('invalid') }).optional(),
  /** Idempotency key of the form: the same key again answers the same and files nothing. */
  clientKey: z.uuid({ error: v('invalid') }),
});
export type CounterFiling = z.output<typeof counterFiling>;
export type CounterFilingInput = z.input<typeof counterFiling>;

/** Details of `ALREADY_FILED`. */
export const alreadyFiled = z.object({
  /** `YYYY-MM-DD`, of the last filing. */
  filedOn: z.string(),
  /** False while the person has not answered: they are not asked twice. */
  canFileAgain: z.boolean(),
});
export type AlreadyFiled = z.infer<typeof alreadyFiled>;

export const counterCalls = defineArea('imports', {
  listCounterChoices: {
    route: 'GET /counter/choices',
    permission: 'import:run',
    summary:
      'What an agent can file at the counter: services and open journeys of the organisation',
    query: z.object({ lang: langQuery }),
    response: z.object({
      services: z.array(codeLibelle),
      journeys: z.array(
        z.object({
          id: z.number(),
          title: z.string(),
          documents: z.array(codeLibelle.extend({ mandatory: z.boolean() })),
          questions: z.array(questionView),
        }),
      ),
    }),
  },
  findCounterPeople: {
    route: 'POST /counter/people',
    permission: 'import:run',
    summary:
      'People who had a step with the organisation or were imported by it, by name, phone or whole CIN; at most eight',
    query: z.object({ lang: langQuery }),
    body: z.object({ search: searchText }),
    response: z.object({
      results: z.array(counterPerson),
      /** More people match: the agent types more. */
      hasMore: z.boolean(),
    }),
  },
  /**
   * Files one request as a line of an import does. An unknown address gets the same answer with and without an account,
   * in about the same time.
   */
  fileRequest: {
    route: 'POST /counter/requests',
    permission: 'import:run',
    summary:
      'File a request for a person at the counter, with its documents; `codes` names the document of each file',
    query: z.object({ lang: langQuery }),
    body: z.object({
      filing: counterFiling,
      codes: z
        .union([
          z.array(refCode()).max(mostDocuments, v('tooMany')),
          refCode().transform((code) => [code]),
        ])
        .optional(),
    }),
    multipart: {
      limit: 'upload',
      files: [{ name: 'files', kind: 'pdf', maxCount: mostDocuments, required: false }],
      jsonParts: ['filing'],
    },
    response: {
      status: 201,
      body: z.object({
        /** Null while the person's agreement is awaited: the organisation sees only what it sent. */
        request: z.object({ id: z.number(), numRequest: z.string() }).nullable(),
      }),
    },
    errors: [
      'ALREADY_FILED',
      'JOURNEY_OR_SERVICES',
      'JOURNEY_CLOSED',
      'DOCUMENT_MISSING',
      'ANSWER_MISSING',
      'DOCUMENT_NOT_EXPECTED',
      'FILE_NOT_PDF',
      'PDF_DAMAGED',
      'PDF_LOCKED',
      'PDF_ACTIVE',
      'FILE_TOO_LARGE',
      'QUOTA_EXCEEDED',
    ],
  },
});
