import type { StepFile } from '@wasl/contracts';

/** Name of the latest document that arrived after the organisation's last update; undefined where there is none. */
export function documentToRead({
  row,
  stepDocuments,
}: Pick<StepFile, 'stepDocuments'> & {
  readonly row: Pick<StepFile['row'], 'hasNewDocuments'>;
}): string | undefined {
  if (!row.hasNewDocuments) return undefined;
  return stepDocuments
    .filter(({ uploadedOn }) => uploadedOn !== null)
    .sort((one, other) => String(other.uploadedOn).localeCompare(String(one.uploadedOn)))[0]
    ?.document.libelle;
}
