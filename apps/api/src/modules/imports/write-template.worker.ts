import { done, type Done } from '../../platform/threads/done.ts';
import { templateBytes, type TemplateDraft } from './template-workbook.ts';

export default async function writeInThread(draft: TemplateDraft): Promise<Done> {
  return await done(() => templateBytes(draft));
}
