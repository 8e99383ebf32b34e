import type { StepView } from '@wasl/contracts';

/** A step of a request, as in its follow-up. */
export function stepView(id: number, code: string, more: Partial<StepView> = {}): StepView {
  return {
    id,
    taskDef: {
      id,
      title: { libelle: `Étape ${String(id)}` },
      partner: { id: 3, title: 'CRI', logo: null, contact: null },
    },
    status: { code, libelle: code },
    percent: 0,
    version: 1,
    owner: null,
    processingStartDate: null,
    deadline: null,
    partnerFeedback: null,
    feedbacks: [],
    documents: [],
    rating: null,
    duplicateOf: null,
    messageToAnswer: null,
    abilities: { canRate: false, canUpload: false, canMessage: false },
    ...more,
  };
}
