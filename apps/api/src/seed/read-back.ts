import { contactMembers } from '@wasl/contracts';

import { localizedSelect, localized } from '../platform/i18n/localized.ts';
import type { Db } from '../platform/database/db.ts';
import { defaultPartnerKey } from '../platform/database/default-partner.repository.ts';
import type { SeedJourney, SeedOrganisation } from './seed-files.schema.ts';
import { readMarks } from './seed-records.ts';

/** A stored text in the form of the files; other languages than French may be missing. */
export interface StoredWords {
  readonly fr: string;
  readonly en: string | null;
  readonly ar: string | null;
  readonly es: string | null;
}

/** File form of a text: a plain string for French only. */
function wordsOrFrench(words: StoredWords): SeedOrganisation['title'] {
  const { fr, en, ar, es } = words;
  return en === null && ar === null && es === null
    ? fr
    : { fr, en: en ?? fr, ar: ar ?? fr, es: es ?? fr };
}

/** File form with every language; French replaces a missing one. */
export function localizedColumns({ fr, en, ar, es }: StoredWords) {
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

const dayOf = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

const inOrder = { item: { select: { code: true, position: true } } } as const;
const codesOf = (links: readonly { item: { code: string; position: number } }[]): string[] =>
  links
    .map(({ item }) => item)
    .sort((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1))
    .map(({ code }) => code);

const labels = localizedSelect('libelle');

/** Seeded organisations in the current form of their files, by slug. */
export async function organisationsAsFiles(db: Db): Promise<Map<string, SeedOrganisation>> {
  const marks = await readMarks(db, 'organisation/');
  const slugs = new Map(
    [...marks.values()].flatMap(({ key, recordId }) =>
      recordId === null ? [] : [[recordId, key.slice('organisation/'.length)]],
    ),
  );
  // Agents' own services are in no file.
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
          services: codesOf(row.services).filter((code) => seeded.has(`item/SERVICE/${code}`)),
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

/** In the members' order of the files, which JSON columns do not keep. */
function questionsOf(row: { readonly questions: unknown }): NonNullable<SeedJourney['questions']> {
  const questions = row.questions as NonNullable<SeedJourney['questions']>;
  return questions.map(({ code, kind, required, label, help, options }) => ({
    code,
    kind,
    required,
    label: localizedColumns(label),
    ...(help === undefined ? {} : { help: localizedColumns(help) }),
    ...(options === undefined
      ? {}
      : {
          options: options.map((option) => ({
            code: option.code,
            label: localizedColumns(option.label),
          })),
        }),
  }));
}

/** Journeys in the current form of their files, by slug. */
export async function journeysAsFiles(db: Db): Promise<Map<string, SeedJourney>> {
  const marks = await readMarks(db, 'organisation/');
  const slugs = new Map(
    [...marks.values()].map(({ key, recordId }) => [recordId, key.slice('organisation/'.length)]),
  );
  const rows = await db.journeyDef.findMany({
    orderBy: { id: 'asc' },
    include: {
      conditions: { orderBy: { position: 'asc' } },
      settings: { orderBy: { id: 'asc' } },
      taskDefs: {
        orderBy: { position: 'asc' },
        include: { titleItem: { select: { code: true } } },
      },
    },
  });
  return new Map(
    rows.map((row) => [
      row.slug,
      {
        slug: row.slug,
        type: row.type,
        active: row.active,
        title: localizedColumns(localized('title', row)),
        description: localizedColumns(localized('description', row)),
        startDate: dayOf(row.startDate),
        endDate: dayOf(row.endDate),
        conditions: row.conditions.map((one) => localizedColumns(localized('condition', one))),
        settings: row.settings.map(({ code, mandatory }) => ({
          code,
          mandatory,
        })),
        tasks: row.taskDefs.map(({ titleItem, partnerId, runsInParallel, days }) => ({
          title: titleItem.code,
          partner: slugs.get(partnerId) ?? `organisation ${String(partnerId)}`,
          ...(runsInParallel ? { runsInParallel } : {}),
          ...(days === null ? {} : { days }),
        })),
        ...(row.commentFr === null
          ? {}
          : {
              comment: localizedColumns({ ...localized('comment', row), fr: row.commentFr }),
            }),
        ...(row.buttonUrl === null ? {} : { buttonUrl: row.buttonUrl }),
        ...(questionsOf(row).length === 0 ? {} : { questions: questionsOf(row) }),
      },
    ]),
  );
}
