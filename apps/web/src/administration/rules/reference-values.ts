import { langs, type Lang, type QuestionKind } from '@wasl/contracts';
import type {
  JourneyBody,
  JourneyView,
  ListBody,
  ListItemBody,
  ListItemView,
  StoredTexts,
} from '@wasl/contracts/administration';

import type { TypedNumber } from '../../ui/form/typed-number.ts';
import type { Part, Section } from './differences.ts';

/** A text of a form in four languages; empty for none. */
export type Texts = Record<Lang, string>;
export const noTexts: Texts = { fr: '', en: '', ar: '', es: '' };

const valueOf = (texts: StoredTexts | null): Texts => ({
  fr: texts?.fr ?? '',
  en: texts?.en ?? '',
  ar: texts?.ar ?? '',
  es: texts?.es ?? '',
});
const orNull = <T>(value: T | ''): T | null => (value === '' ? null : value);
const required = ({ fr, en, ar, es }: Texts): StoredTexts => ({
  fr,
  en: orNull(en.trim()),
  ar: orNull(ar.trim()),
  es: orNull(es.trim()),
});
const optional = (texts: Texts): StoredTexts | null =>
  langs.every((lang) => texts[lang].trim() === '') ? null : required(texts);
/** A text that is not a number yet stays, so that the schema refuses it. */
const numberOf = (typed: TypedNumber) => orNull(typed) as number | null;

export interface ItemValues {
  readonly code: string | null;
  readonly active: boolean;
  readonly libelle: Texts;
  readonly description: Texts;
  readonly string_1: string;
  readonly days: TypedNumber;
}
export interface ListValues {
  readonly version: string;
  readonly items: readonly ItemValues[];
}

export const newItem: ItemValues = {
  code: null,
  active: true,
  libelle: noTexts,
  description: noTexts,
  string_1: '',
  days: '',
};

export const listValues = ({
  version,
  items,
}: {
  readonly version: string;
  readonly items: readonly ListItemView[];
}): ListValues => ({
  version,
  items: items.map(({ libelle, description, string_1, days, ...item }) => ({
    ...item,
    libelle: valueOf(libelle),
    description: valueOf(description),
    string_1: string_1 ?? '',
    days: days ?? '',
  })),
});

export const listBodyOf = ({ version, items }: ListValues): ListBody => ({
  version,
  items: items.map(({ libelle, description, string_1, days, ...item }) => ({
    ...item,
    libelle: required(libelle),
    description: optional(description),
    string_1: orNull(string_1),
    days: numberOf(days),
  })),
});

const itemPart = ({ code, active, libelle, description, string_1, days }: ListItemBody): Part => ({
  key: code,
  name: libelle.fr,
  isHidden: !active,
  texts: { label: libelle, description },
  values: { value: string_1, days },
});
export const listSections = ({ items }: ListBody): Section<'items'>[] => [
  { section: 'items', parts: items.map(itemPart) },
];

export interface OptionValues {
  readonly code: string | null;
  readonly label: Texts;
}
export interface QuestionValues {
  readonly code: string | null;
  readonly kind: QuestionKind;
  readonly required: boolean;
  readonly label: Texts;
  readonly help: Texts;
  readonly options: readonly OptionValues[];
}
export interface TaskValues {
  readonly service: string;
  readonly organisationId: string;
  readonly runsInParallel: boolean;
  readonly days: TypedNumber;
}
export interface JourneyValues {
  /** Empty for a new journey. */
  readonly version: string;
  readonly journey: {
    readonly active: boolean;
    readonly title: Texts;
    readonly description: Texts;
    readonly startDate: string | null;
    readonly endDate: string | null;
    readonly conditions: readonly Texts[];
    readonly documents: readonly { readonly code: string; readonly mandatory: boolean }[];
    readonly questions: readonly QuestionValues[];
    readonly tasks: readonly TaskValues[];
    readonly comment: Texts;
    readonly buttonUrl: string;
  };
}

export const newOption: OptionValues = { code: null, label: noTexts };
export const newQuestion: QuestionValues = {
  code: null,
  kind: 'SHORT_TEXT',
  required: true,
  label: noTexts,
  help: noTexts,
  options: [],
};
export const newTask: TaskValues = {
  service: '',
  organisationId: '',
  runsInParallel: false,
  days: '',
};
export const newJourney: JourneyValues = {
  version: '',
  journey: {
    active: true,
    title: noTexts,
    description: noTexts,
    startDate: null,
    endDate: null,
    conditions: [],
    documents: [],
    questions: [],
    tasks: [newTask],
    comment: noTexts,
    buttonUrl: '',
  },
};

export const hasOptions = (kind: QuestionKind): boolean => kind === 'CHOICE' || kind === 'CHOICES';

export const journeyValues = (version: string, journey: JourneyView): JourneyValues => ({
  version,
  journey: {
    ...journey,
    title: valueOf(journey.title),
    description: valueOf(journey.description),
    conditions: journey.conditions.map(valueOf),
    questions: journey.questions.map(({ label, help, options, ...question }) => ({
      ...question,
      label: valueOf(label),
      help: valueOf(help),
      options: options.map(({ code, label: words }) => ({ code, label: valueOf(words) })),
    })),
    tasks: journey.tasks.map(({ organisationId, days, ...task }) => ({
      ...task,
      organisationId: String(organisationId),
      days: days ?? '',
    })),
    comment: valueOf(journey.comment),
    buttonUrl: journey.buttonUrl ?? '',
  },
});

export const journeyBodyOf = ({
  version,
  journey,
}: JourneyValues): { version: string; journey: JourneyBody } => ({
  version,
  journey: {
    ...journey,
    title: required(journey.title),
    description: required(journey.description),
    startDate: orNull(journey.startDate),
    endDate: orNull(journey.endDate),
    conditions: journey.conditions.map(required),
    documents: [...journey.documents],
    questions: journey.questions.map(({ label, help, options, ...question }) => ({
      ...question,
      label: required(label),
      help: optional(help),
      // The answers of a question whose kind was changed back are not lost while editing.
      options: hasOptions(question.kind)
        ? options.map(({ code, label: words }) => ({ code, label: required(words) }))
        : [],
    })),
    tasks: journey.tasks.map(({ organisationId, days, ...task }) => ({
      ...task,
      organisationId: Number(organisationId),
      days: numberOf(days),
    })),
    comment: optional(journey.comment),
    buttonUrl: orNull(journey.buttonUrl.trim()),
  },
});

/** The options of a question in each language, one a line. */
const joined = (options: readonly { readonly label: StoredTexts }[]): StoredTexts | null => {
  const inLang = (lang: Lang) => options.map(({ label }) => label[lang] ?? '').join('\n');
  const [fr, en, ar, es] = [inLang('fr'), inLang('en'), inLang('ar'), inLang('es')];
  return options.length === 0
    ? null
    : { fr, en: orNull(en.trim()), ar: orNull(ar.trim()), es: orNull(es.trim()) };
};

/** Names of what a journey refers to. */
export interface JourneyNames {
  readonly document: (code: string) => string;
  readonly service: (code: string) => string;
  readonly organisation: (id: number) => string;
}

export const journeySections = (journey: JourneyBody, names: JourneyNames) =>
  [
    {
      section: 'general',
      parts: [
        {
          key: 'general',
          name: '',
          texts: {
            title: journey.title,
            description: journey.description,
            comment: journey.comment,
          },
          values: {
            active: journey.active,
            startDate: journey.startDate,
            endDate: journey.endDate,
            buttonUrl: journey.buttonUrl,
          },
        },
      ],
    },
    {
      section: 'conditions',
      parts: journey.conditions.map((text, index) => ({
        key: String(index),
        name: String(index + 1),
        texts: { text },
        values: {},
      })),
    },
    {
      section: 'documents',
      parts: journey.documents.map(({ code, mandatory }) => ({
        key: code,
        name: names.document(code),
        texts: {},
        values: { required: mandatory },
      })),
    },
    {
      section: 'questions',
      parts: journey.questions.map(
        ({ code, label, help, kind, required: isRequired, options }) => ({
          key: code,
          name: label.fr,
          texts: { label, help, options: joined(options) },
          values: { kind, required: isRequired },
        }),
      ),
    },
    {
      section: 'tasks',
      parts: journey.tasks.map(({ service, organisationId, runsInParallel, days }, index, all) => ({
        // A journey may contain the same task twice.
        key: `${service} ${String(organisationId)} ${String(
          all.slice(0, index).filter((one) => one.service === service).length,
        )}`,
        name: `${names.service(service)} – ${names.organisation(organisationId)}`,
        texts: {},
        values: { runsInParallel, days },
      })),
    },
  ] satisfies readonly Section[];
