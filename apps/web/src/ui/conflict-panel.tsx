import { Box, Button, Radio, Stack } from '@mantine/core';
import type { ChangeAuthor } from '@wasl/contracts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment, isolated } from '../lib/format/formats.ts';
import { Columns } from './layout/columns.tsx';
import { LongText } from './long-text.tsx';
import './form/choice-styles.ts';
import layout from './layout/layout.module.css';
import { Actions } from './layout/actions.tsx';

export type Side = 'theirs' | 'mine';
const sides: readonly Side[] = ['theirs', 'mine'];

/** A field whose value differs from the saved one, both as text; '' for an empty value. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
  /** Side that the form now equals; null after further edits. */
  readonly chosen: Side | null;
}

export function useChangeText(): (change: {
  readonly changedAt: string | null;
  readonly changedBy: ChangeAuthor | null;
}) => string {
  const { t } = useTranslation('conflict');
  return ({ changedAt, changedBy }) => {
    if (changedAt === null || changedBy === null) return t('by.unknown');
    const { kind, name } = changedBy;
    const moment = formatMoment(changedAt);
    if (kind === 'colleague' || kind === 'beneficiary') {
      return name === null
        ? t('by.other', { moment })
        : t(`by.${kind}`, { name: isolated(name), moment });
    }
    return t(`by.${kind}`, { moment });
  };
}

function Words({ id, text }: { id: string; text: string }) {
  const { t } = useTranslation('conflict');
  return (
    <Box id={id} miw={0}>
      {text === '' ? <p className={layout['muted']}>{t('empty')}</p> : <LongText text={text} />}
    </Box>
  );
}

/**
 * Shown when another user saved the record during editing: names the author and compares the fields. A choice is
 * applied to the surrounding form at once; it is saved with the form.
 */
export function ConflictPanel({
  current,
  differences,
  onChoose,
  children,
}: {
  current: {
    readonly version: number;
    readonly changedAt: string | null;
    readonly changedBy: ChangeAuthor | null;
  };
  differences: readonly Difference[];
  onChoose: (names: readonly string[], side: Side) => void;
  /** Further changes that need no choice. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('conflict');
  const changeText = useChangeText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { version } = current;
  // Each refusal takes the focus once, so that it is announced and visible wherever the button is.
  useEffect(() => {
    box.current?.focus();
  }, [version]);
  const every = differences.map(({ name }) => name);
  return (
    <Stack
      component="section"
      ref={box}
      tabIndex={-1}
      className={layout['box']}
      bd="1px solid var(--wasl-on-accent-soft)"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-why`}
    >
      <h3 id={`${id}-title`}>{t('title')}</h3>
      <Stack id={`${id}-why`} className={layout['quote']} gap={4}>
        <p>{changeText(current)}</p>
        <p>{t(differences.length === 0 ? 'check' : 'choose')}</p>
      </Stack>
      {children}
      {differences.map(({ name, label, chosen, ...texts }) => (
        <Columns min={240} key={name} component="fieldset">
          <legend>{label}</legend>
          {sides.map((side) => (
            <Stack
              key={side}
              className={layout['box']}
              gap={8}
              p={12}
              bd={chosen === side ? '1px solid var(--wasl-link)' : 'var(--wasl-line)'}
            >
              <Radio
                name={`${id}-${name}`}
                label={t(side)}
                aria-describedby={`${id}-${name}-${side}`}
                checked={chosen === side}
                onChange={() => onChoose([name], side)}
              />
              <Words id={`${id}-${name}-${side}`} text={texts[side]} />
            </Stack>
          ))}
        </Columns>
      ))}
      {differences.length < 2 ? null : (
        <Actions justify="flex-start">
          <Button variant="default" onClick={() => onChoose(every, 'theirs')}>
            {t('allTheirs')}
          </Button>
          <Button variant="default" onClick={() => onChoose(every, 'mine')}>
            {t('allMine')}
          </Button>
        </Actions>
      )}
    </Stack>
  );
}
