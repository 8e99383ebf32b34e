import { Stack } from '@mantine/core';
import { requestDocumentCodes } from '@wasl/contracts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { BoundFileField } from '../../../ui/form/bound-file-field.tsx';
import { BoundTextField } from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';
import {
  counterDocuments,
  type CounterChoices,
  type CounterValues,
} from '../rules/counter-form.ts';

/** Documents and the video link of the request. Needs a form context. */
export function CounterDocuments({ choices }: { choices: CounterChoices }) {
  const { t } = useTranslation(['imports', 'wizard']);
  const { watch } = useFormContext<CounterValues>();
  const [subject, journeyDef] = watch(['subject', 'journeyDef']);
  const asked = counterDocuments({ subject, journeyDef }, choices);
  const labelOf = (code: string, libelle: string): string => {
    const specified = requestDocumentCodes.find((one) => one === code);
    return specified === undefined ? libelle : t(`wizard:documents.${specified}`);
  };
  if (asked.length === 0)
    return subject === 'journey' && journeyDef !== '' ? <p>{t('counter.documentsNone')}</p> : null;
  return (
    <Stack gap="xs">
      {asked.map(({ code, libelle, mandatory }) =>
        code === 'ILLUSTRATIVE_VIDEO' ? (
          <BoundTextField<CounterValues>
            key={code}
            name="urlVideo"
            type="url"
            inputMode="url"
            maxLength={300}
            label={labelOf(code, libelle)}
            hint={t('wizard:documents.videoHint')}
            required={mandatory}
          />
        ) : (
          <BoundFileField<CounterValues>
            key={code}
            name={`files.${code}`}
            kind="pdf"
            isRow
            pagesKey={`counter:${code}`}
            label={labelOf(code, libelle)}
            hint={t('wizard:documents.pdf')}
            required={mandatory}
          />
        ),
      )}
      <p className={layout['small']}>{t('counter.filesNotSaved')}</p>
    </Stack>
  );
}
