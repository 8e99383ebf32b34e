import type {
  savedAnswerBody,
  SavedAnswer,
  SavedAnswerBody,
  SavedAnswerNow,
  Lang,
} from '@wasl/contracts';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { isolated } from '../../../lib/format/formats.ts';
import { languageNames, languages } from '../../../lib/format/language.ts';
import { ConflictPanel, type Side } from '../../../ui/conflict-panel.tsx';

export type AnswerFormState = UseFormReturn<
  z.input<typeof savedAnswerBody>,
  unknown,
  SavedAnswerBody
>;
type Field = 'name' | Lang;
type Entries = Readonly<Record<Field, string>>;
const fields: readonly Field[] = ['name', ...languages];

function entriesOf({
  name,
  texts,
}: {
  readonly name: string;
  readonly texts: Readonly<Partial<Record<Lang, string | null | undefined>>>;
}): Entries {
  const textIn = (lang: Lang) => (texts[lang] ?? '').trim();
  return {
    name: name.trim(),
    ...{ fr: textIn('fr'), en: textIn('en'), ar: textIn('ar'), es: textIn('es') },
  };
}

function put(form: AnswerFormState, field: Field, entries: Entries): void {
  form.setValue(field === 'name' ? 'name' : `texts.${field}`, entries[field], {
    shouldDirty: true,
  });
}

/** A conflict between the form and a colleague's save; null without one. */
interface AnswerConflict {
  readonly now: SavedAnswerNow;
  /** Input at the time of the refusal. */
  readonly mine: Entries;
  readonly differing: readonly Field[];
}

/**
 * Detects and resolves conflicts of a stored answer. `showConflict` receives the present answer: edited fields keep the input,
 * others follow it. The next save uses the new version.
 */
export function useAnswerConflict(form: AnswerFormState, answer: SavedAnswer | null) {
  const [seen, setSeen] = useState(answer);
  const [conflict, setConflict] = useState<AnswerConflict | null>(null);
  const showConflict = (now: SavedAnswerNow) => {
    const [base, mine, theirs] = [
      entriesOf(seen ?? now),
      entriesOf(form.getValues()),
      entriesOf(now),
    ];
    const differing = fields.filter((field) => mine[field] !== theirs[field]);
    for (const field of differing) {
      if (mine[field] === base[field]) put(form, field, theirs);
    }
    form.setValue('version', now.version);
    setConflict({ now, mine, differing });
    setSeen(now);
  };
  return { conflict, showConflict };
}

export function AnswerConflictPanel({
  form,
  conflict: { now, mine, differing },
}: {
  form: AnswerFormState;
  conflict: AnswerConflict;
}) {
  const { t } = useTranslation('answers');
  const { name = '', texts = {} } = useWatch({ control: form.control });
  const present = entriesOf({ name, texts });
  const theirs = entriesOf(now);
  const chosen = (field: Field): Side | null => {
    if (present[field] === theirs[field]) return 'theirs';
    return present[field] === mine[field] ? 'mine' : null;
  };
  return (
    <ConflictPanel
      current={now}
      differences={differing.map((field) => ({
        name: field,
        label:
          field === 'name' ? t('name') : t('textIn', { language: isolated(languageNames[field]) }),
        theirs: theirs[field],
        mine: mine[field],
        chosen: chosen(field),
      }))}
      onChoose={(names, side) => {
        for (const field of differing) {
          if (names.includes(field)) put(form, field, side === 'theirs' ? theirs : mine);
        }
      }}
    />
  );
}
