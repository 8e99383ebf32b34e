import type { Lang } from '@wasl/contracts';

import type { BinaryReply } from '../../platform/http/handler.ts';
import { importCatalogue } from './words/index.ts';
import { csvLine } from '../../platform/spreadsheets/cell-text.ts';
import { isJourneyOpen } from '../journeys/index.ts';
import { inLang, labelOf } from '../reference/index.ts';
import { requestColumns, type RequestColumn } from './request-lines.ts';
import type { JourneyRow, RequestLookups } from './request-lookups.repository.ts';

export function titleOf(
  { titleFr: fr, titleEn: en, titleAr: ar, titleEs: es }: JourneyRow,
  lang: Lang,
): string {
  return inLang(lang, { fr, en, ar, es });
}

/**
 * Makes the empty `.csv` of requests: the header, and comment lines (`# `) with an example and the organisation's
 * codes. It uses `;` and a byte order mark, so that spreadsheets open it directly.
 */
export function requestsTemplate(
  lookups: RequestLookups,
  { partnerId, now, lang }: { partnerId: number; now: Date; lang: Lang },
): BinaryReply {
  const t = importCatalogue.in(lang);
  const services = [...lookups.services.values()].filter(({ id }) =>
    lookups.partnersByService.get(id)?.includes(partnerId),
  );
  const journeys = [...lookups.journeys.values()].filter(
    (journey) =>
      isJourneyOpen(journey, now) && journey.taskDefs.some((task) => task.partnerId === partnerId),
  );
  const example: Record<RequestColumn, string> = {
    email_beneficiaire: 'amina@example.org',
    besoin: t('template.requests.need'),
    services: services
      .slice(0, 2)
      .map(({ code }) => code)
      .join('|'),
    parcours: '',
    date: '2026/01/15 09:30',
    url_video: '',
  };
  const comment = (text: string): string => csvLine([`# ${text}`], ';');
  const lines = [
    csvLine(
      requestColumns.map(({ name }) => name),
      ';',
    ),
    comment(t('template.requests.comment')),
    csvLine(
      requestColumns.map(({ name }, index) => (index === 0 ? `# ${example[name]}` : example[name])),
      ';',
    ),
    comment(t('template.requests.date')),
    comment(t('template.requests.services')),
    ...services.map((service) => comment(`${service.code} = ${labelOf(service, lang)}`)),
    comment(t('template.requests.journeys')),
    ...journeys.map((journey) => comment(`${String(journey.id)} = ${titleOf(journey, lang)}`)),
  ];
  return {
    contentType: 'text/csv',
    fileName: 'canevas_demandes.csv',
    content: Buffer.from(`\uFEFF${lines.join('')}`, 'utf8'),
  };
}
