import { contactMembers } from '@wasl/contracts';

import {
  journeyDefinitionsRepository,
  type Question,
  type StoredJourney,
} from '../modules/journeys/index.ts';
import { searchKey } from '../modules/reference/index.ts';
import { localizedSelect, localized, type LocalizedText } from '../platform/i18n/localized.ts';
import type { Db } from '../platform/database/db.ts';
import { defaultPartnerKey } from '../platform/database/default-partner.repository.ts';
import type { SeedJourney, SeedOrganisation } from './seed-files.schema.ts';
import { readMarks } from './seed-records.ts';

/** File form of a text: a plain string for French only. */
function wordsOrFrench(words: LocalizedText): SeedOrganisation['title'] {
  const { fr, en, ar, es } = words;
  return en === null && ar === null && es === null
    ? fr
    : { fr, en: en ?? fr, ar: ar ?? fr, es: es ?? fr };
}

/** File form with every language; French replaces a missing one. */
export function localizedColumns({ fr, en, ar, es }: LocalizedText) {
  return { fr, en: en ?? fr, ar: ar ?? fr, es: es ?? fr };
}

type Contact = NonNullable<SeedOrganisation['contact']>;
type ContactColumns = Readonly<Record<keyof Contact, string | null>>;
function contactAsFile(row: ContactColumns): { contact?: Contact } {
  const contact = contactMembers.flatMap((member) => {
    const value = row[member];
    return value === null ? [] : [[member, value] as const];
  });
  return contact.length === 0 ? {} : { contact: Object.fromEntries(contact) };
}

const inOrder = {
  item: { select: { code: true, position: true, active: true, partnerId: true } },
} as const;
interface Link {
  readonly item: {
    readonly code: string;
    readonly position: number;
    readonly active: boolean;
    readonly partnerId: number | null;
  };
}
/** Codes of active shared items, in the order of their list. */
const codesOf = (links: readonly Link[]): string[] =>
  links
    .map(({ item }) => item)
    .filter(({ active, partnerId }) => active && partnerId === null)
    .sort((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1))
    .map(({ code }) => code);

const labels = localizedSelect('libelle');

const titleSlug = (title: string): string =>
  searchKey(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Slugs of organisations by id: those of the files, and of organisations with a task of a journey. */
async function organisationSlugs(db: Db): Promise<Map<number, string>> {
  const marks = await readMarks(db, 'organisation/');
  const slugs = new Map(
    [...marks.values()].flatMap(({ key, recordId }) =>
      recordId === null ? [] : [[recordId, key.slice('organisation/'.length)] as const],
    ),
  );
  const others = await db.partner.findMany({
    where: { id: { notIn: [...slugs.keys()] }, taskDefs: { some: {} } },
    orderBy: { id: 'asc' },
    select: { id: true, title: true },
  });
  const taken = new Set(slugs.values());
  for (const { id, title } of others) {
    const wanted = titleSlug(title) || 'organisation';
    const slug = taken.has(wanted) ? `${wanted}-${String(id)}` : wanted;
    taken.add(slug);
    slugs.set(id, slug);
  }
  return slugs;
}

/**
 * Organisations of the files and of journeys in the current form of their files, by slug.
 * @param services `seeded`: without services that agents added; `shared`: with those that were approved
 */
export async function organisationsAsFiles(
  db: Db,
  services: 'seeded' | 'shared',
): Promise<Map<string, SeedOrganisation>> {
  const slugs = await organisationSlugs(db);
  const seeded = await readMarks(db, 'item/SERVICE/');
  const defaultId = (await readMarks(db, defaultPartnerKey)).get(defaultPartnerKey)?.recordId;
  const rows = await db.partner.findMany({
    where: { id: { in: [...slugs.keys()] } },
    orderBy: { id: 'asc' },
    include: {
      category: { select: { code: true } },
      areas: { select: inOrder },
      supportTypes: { select: inOrder },
      services: { select: inOrder },
      documentTypes: {
        where: { parent: 'DOCUMENT', active: true },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: { code: true, ...labels },
      },
    },
  });
  return new Map(
    rows.map((row) => {
      const slug = slugs.get(row.id) ?? '';
      return [
        slug,
        {
          slug,
          title: wordsOrFrench({
            fr: row.title,
            en: row.titleEn,
            ar: row.titleAr,
            es: row.titleEs,
          }),
          description: wordsOrFrench({
            fr: row.description,
            en: row.descriptionEn,
            ar: row.descriptionAr,
            es: row.descriptionEs,
          }),
          category: row.category?.code ?? null,
          areas: codesOf(row.areas),
          supportTypes: codesOf(row.supportTypes),
          services: codesOf(row.services).filter(
            (code) => services === 'shared' || seeded.has(`item/SERVICE/${code}`),
          ),
          documentTypes: row.documentTypes.map((type) => ({
            code: type.code,
            libelle: localizedColumns(localized('libelle', type)),
          })),
          ...contactAsFile(row),
          ...(row.id === defaultId ? { isDefault: true } : {}),
        },
      ];
    }),
  );
}

/** Journeys in the current form of their files, by slug. */
export async function journeysAsFiles(db: Db): Promise<Map<string, SeedJourney>> {
  const slugs = await organisationSlugs(db);
  const stored = await journeyDefinitionsRepository(db).all();
  return new Map(stored.map((journey) => [journey.slug, journeyAsFile(journey, slugs)]));
}

function journeyAsFile(
  { comment, buttonUrl, questions, tasks, ...journey }: StoredJourney,
  slugs: ReadonlyMap<number, string>,
): SeedJourney {
  return {
    slug: journey.slug,
    type: journey.type,
    active: journey.active,
    title: localizedColumns(journey.title),
    description: localizedColumns(journey.description),
    startDate: journey.startDate,
    endDate: journey.endDate,
    conditions: journey.conditions.map(localizedColumns),
    settings: [...journey.settings],
    tasks: tasks.map(({ service, partnerId, runsInParallel, days }) => ({
      title: service,
      partner: slugs.get(partnerId) ?? '',
      ...(runsInParallel ? { runsInParallel } : {}),
      ...(days === null ? {} : { days }),
    })),
    ...(comment === null ? {} : { comment: localizedColumns(comment) }),
    ...(buttonUrl === null ? {} : { buttonUrl }),
    ...(questions.length === 0 ? {} : { questions: questions.map(questionAsFile) }),
  };
}

function questionAsFile({ label, help, options, ...question }: Question) {
  return {
    ...question,
    label: localizedColumns(label),
    ...(help === undefined ? {} : { help: localizedColumns(help) }),
    ...(options === undefined
      ? {}
      : {
          options: options.map(({ code, label: one }) => ({ code, label: localizedColumns(one) })),
        }),
  };
}
