import { Group, Radio, Stack } from '@mantine/core';
import type { RequestDocumentView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import '../../../ui/form/choice-styles.ts';
import { isolated } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';

/** Choice for each document that the journey does not request: send it or not. */
export type UnrequestedChoices = Readonly<Partial<Record<string, 'send' | 'leave'>>>;

/** Id of a document's first radio button, for the focus. */
export const unrequestedChoiceId = (code: string): string => `unasked-${code}`;

/** Choice for each document that the journey does not request. There is no default. */
export function UnrequestedDocuments({
  codes,
  documents,
  choices,
  isChecked,
  onChoose,
}: {
  codes: readonly string[];
  documents: readonly RequestDocumentView[];
  choices: UnrequestedChoices;
  /** After an attempt to submit: open choices show an error. */
  isChecked: boolean;
  onChoose: (code: string, choice: 'send' | 'leave') => void;
}) {
  const { t } = useTranslation(['requests', 'common']);
  if (codes.length === 0) return null;
  return (
    <Stack component="section" className={layout['box']} gap={10} aria-labelledby="submit-unasked">
      <h3 id="submit-unasked">{t('submit.unaskedTitle')}</h3>
      <p className={layout['small']}>{t('submit.unaskedLead')}</p>
      {codes.map((code) => {
        const document = documents.find(({ libelle }) => libelle.code === code);
        const choice = choices[code];
        return (
          <Radio.Group
            key={code}
            name={`unasked-${code}`}
            label={t('common:labelled', {
              label: document?.libelle.libelle ?? code,
              value: isolated(document?.originalName ?? ''),
            })}
            value={choice ?? null}
            error={isChecked && choice === undefined ? t('submit.unaskedChoose') : undefined}
            onChange={(value) => onChoose(code, value === 'send' ? 'send' : 'leave')}
          >
            <Group gap="12px 24px" py={6}>
              <Radio id={unrequestedChoiceId(code)} value="send" label={t('submit.unaskedSend')} />
              <Radio value="leave" label={t('submit.unaskedLeave')} />
            </Group>
          </Radio.Group>
        );
      })}
    </Stack>
  );
}
