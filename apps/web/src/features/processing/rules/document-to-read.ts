import type { StepFile } from '@wasl/contracts';

/**
 * Name of a requested document that arrived on or after the day of the latest feedback, while the step is open;
 * undefined when the organisation has answered since.
 */
export function documentToRead({
  row,
  stepDocuments,
  feedbacks,
}: Pick<StepFile, 'stepDocuments' | 'feedbacks'> & {
  readonly row: Pick<StepFile['row'], 'ageDays'>;
}): string | undefined {
  if (row.ageDays === null) return undefined;
  const answeredOn = feedbacks[0]?.at.slice(0, 10).replaceAll('/', '-') ?? '';
  const arrived = stepDocuments
    .filter(({ uploadedOn }) => uploadedOn !== null && uploadedOn >= answeredOn)
    .sort((one, other) => String(other.uploadedOn).localeCompare(String(one.uploadedOn)));
  return arrived[0]?.document.libelle;
}
