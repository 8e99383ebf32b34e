import { Button, Group, TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../i18n/use-language.ts';
import { type NumberKind, type NumberReading, readAmount } from '../../lib/format/read-amount.ts';
import { afterPress } from './after-press.ts';
import { type BoundProps, useBoundField } from './form-context.ts';
import styles from './number-field.module.css';
import { useNumberWords } from './number-words.ts';
import {
  toEditText,
  toTypedNumber,
  isUnparsed,
  toReading,
  toDisplayText,
  type TypedNumber,
} from './typed-number.ts';

// Arabic letters only: Arabic-Indic digits have the same script but need no direction.
const arabicLetter = /(?=\p{L})\p{Script=Arabic}/u;

const examples: Readonly<Record<NumberKind, number>> = {
  whole: 1200,
  amount: 1_250_000,
  percent: 12.5,
};

/** Shows why a text is not a number: the question between its readings, or the refusal. */
function UnreadNumber({
  reading,
  kind,
  words,
  onChoose,
}: {
  reading: NumberReading;
  kind: NumberKind;
  words: (value: number) => string;
  onChoose: (value: number) => void;
}) {
  const { t } = useTranslation(['common', 'words']);
  const lang = useLanguage();
  if (reading.kind === 'ambiguous') {
    return (
      <>
        <span>{t('form.number.question')}</span>
        <Group component="span" gap="xs" mt={6}>
          {reading.values.map((value) => (
            <Button key={value} variant="default" size="sm" onClick={() => onChoose(value)}>
              {words(value)}
            </Button>
          ))}
        </Group>
      </>
    );
  }
  if (reading.kind !== 'refused') return null;
  return reading.why === 'number'
    ? t('form.number.refused', { example: toDisplayText(examples[kind], lang) })
    : t(`words:validation.${reading.why}`);
}

/**
 * A number as people write it, parsed by `readAmount`. The reading is shown below in words. The field asks about
 * ambiguous text; refused text stays as typed. Groups are set on blur. The form stores a `TypedNumber`.
 */
export function BoundNumber<T extends FieldValues>({
  kind,
  unit,
  words: ownWords,
  ...props
}: BoundProps<T> & {
  kind: NumberKind;
  unit?: ReactNode;
  /** Formats the reading: dirhams, a percentage or the bare number by default. */
  words?: (value: number) => string;
}) {
  const { field, shared } = useBoundField(props);
  const lang = useLanguage();
  const usualWords = useNumberWords(kind);
  const words = ownWords ?? usualWords;
  const input = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(input, field.ref);
  const [typed, setTyped] = useState<{ text: string; value: TypedNumber } | null>(null);
  // Errors are hidden while the user is typing.
  const [isUnderWay, setUnderWay] = useState(false);

  const value = (field.value as TypedNumber | null | undefined) ?? '';
  const reading = toReading(value, kind, lang);
  const text = typed !== null && typed.value === value ? typed.text : toDisplayText(value, lang);
  const { onChange } = field;

  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const takeGroupsOff = ({ currentTarget: element }: FocusEvent<HTMLInputElement>) => {
    // The selection is known only after the event. A user who selected all replaces the text.
    queueMicrotask(() => {
      if (document.activeElement !== element) return;
      const isAllSelected =
        element.selectionStart === 0 && element.selectionEnd === element.value.length;
      flushSync(() => setTyped({ text: toEditText(latest.current, lang), value: latest.current }));
      if (isAllSelected) element.select();
    });
  };

  // Another language may resolve an ambiguous text.
  const late = isUnparsed(value) && reading.kind === 'read' ? reading.value : null;
  useEffect(() => {
    if (late !== null) onChange(late);
  }, [late, onChange]);

  const isFaulty = isUnparsed(value);
  const fault =
    isFaulty && !isUnderWay ? (
      <UnreadNumber
        reading={reading}
        kind={kind}
        words={words}
        onChoose={(chosen) => {
          setTyped(null);
          onChange(chosen);
          input.current?.focus();
        }}
      />
    ) : undefined;

  return (
    <TextInput
      {...shared}
      name={field.name}
      ref={ref}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const typedNumber = toTypedNumber(next, readAmount(next, kind, lang));
        const isPasted = (event.nativeEvent as InputEvent).inputType === 'insertFromPaste';
        setTyped({ text: next, value: typedNumber });
        setUnderWay(!isPasted);
        onChange(typedNumber);
      }}
      onFocus={takeGroupsOff}
      onBlur={() => {
        setTyped(null);
        afterPress(() => setUnderWay(false));
        field.onBlur();
      }}
      type="text"
      inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
      autoComplete="off"
      classNames={{ input: styles['input'] ?? '' }}
      // Arabic words with bare digits need `rtl`; otherwise the groups would be drawn from the right.
      attributes={{ input: { dir: arabicLetter.test(text) ? 'rtl' : 'ltr' } }}
      rightSection={unit}
      rightSectionWidth={unit === undefined ? 0 : 72}
      error={isFaulty ? fault : shared.error}
      errorProps={isFaulty ? { role: 'alert' } : {}}
      // The library's slot for a hint below the field, which is announced with it.
      success={reading.kind === 'read' ? words(reading.value) : undefined}
      successProps={{ className: styles['reading'] }}
      withSuccessStyles={false}
    />
  );
}
