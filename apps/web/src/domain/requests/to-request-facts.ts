import type { AnswerView, RequestDocumentView } from '@wasl/contracts';

import type { Facts } from './request-facts.tsx';

export function toRequestFacts(request: {
  readonly journey: string | null;
  readonly services: readonly string[];
  readonly description: string | null;
  readonly urlVideo: string | null;
  readonly answers: readonly AnswerView[];
  readonly documents: readonly RequestDocumentView[];
}): Facts {
  return {
    journey: request.journey,
    services: request.services,
    need: request.description ?? '',
    answers: request.answers,
    documents: request.documents.map(({ libelle, originalName }) => ({
      label: libelle.libelle,
      name: originalName,
    })),
    video: request.urlVideo ?? '',
  };
}
