import { defineCatalogue, type KeyOf, type Translate } from '../../../platform/i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

export const statisticsCatalogue = defineCatalogue({ fr, en, ar, es });

export type StatisticsTranslate = Translate<KeyOf<typeof statisticsCatalogue>>;

/** Columns of the exported figures, in order; widths in characters. */
export const statisticsColumns = [
  { key: 'part', width: 22 },
  { key: 'name', width: 40 },
  { key: 'received', width: 12 },
  { key: 'closed', width: 12 },
  { key: 'median', width: 18 },
  { key: 'p90', width: 22 },
  { key: 'open', width: 18 },
] as const;
