import { call } from '../../../lib/http/api-client.ts';
import { currentLanguage } from '../../../lib/format/language.ts';
import { saveResponse } from '../../../lib/uploads/uploads.ts';

export async function exportReport(
  scheme: 'general' | 'nordev',
  id: number,
  fallbackName: string,
): Promise<void> {
  const lang = currentLanguage();
  const answer = await (scheme === 'general'
    ? call('generateReport', { query: { simulation_prime_id: id, lang } })
    : call('generateNordevReport', { query: { simulation_prime_nordev_id: id, lang } }));
  saveResponse(answer, fallbackName);
}
