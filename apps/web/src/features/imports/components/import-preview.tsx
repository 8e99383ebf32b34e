import { Button, Stack } from '@mantine/core';
import type { HiddenChoice, ImportPreview as Preview } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { formatMoment, useFormats } from '../../../lib/format/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FaultList } from './fault-list.tsx';
import { HiddenParts } from './hidden-parts.tsx';
import layout from '../../../ui/layout/layout.module.css';

export function ImportPreview({
  preview,
  onAgain,
  onHidden,
}: {
  preview: Preview;
  onAgain: () => void;
  onHidden: (choice: HiddenChoice) => void;
}) {
  const { t } = useTranslation('imports');
  const formats = useFormats();
  const { lines, routing, invitations, alreadyImportedAt, alreadyFiled, hidden, remarks } = preview;
  const { understood } = preview;
  const items =
    routing === null
      ? [t('preview.accounts', { count: lines, invitations: formats.number(invitations) })]
      : [
          t('preview.requests', { count: lines }),
          routing.ours > 0 ? t('preview.ours', { count: routing.ours }) : null,
          routing.elsewhere > 0 ? t('preview.elsewhere', { count: routing.elsewhere }) : null,
          routing.waiting > 0 ? t('preview.waiting', { count: routing.waiting }) : null,
          routing.unrouted > 0 ? t('preview.unrouted', { count: routing.unrouted }) : null,
        ].filter((item) => item !== null);
  return (
    <>
      <Banner tone="success" title={t('preview.title')} live>
        <Stack component="ul" className={layout['bullets']} gap={0} mb={4}>
          {[...items, ...understood].map((item) => (
            <li key={item}>{item}</li>
          ))}
        </Stack>
        <p>{t('preview.nothing')}</p>
      </Banner>
      {alreadyImportedAt === null && alreadyFiled === 0 ? null : (
        <Banner tone="warning">
          {alreadyImportedAt === null ? null : (
            <p>{t('preview.already', { at: `\u2066${formatMoment(alreadyImportedAt)}\u2069` })}</p>
          )}
          {alreadyFiled === 0 ? null : <p>{t('preview.alreadyFiled', { count: alreadyFiled })}</p>}
          <Button variant="default" mt="xs" onClick={onAgain}>
            {alreadyImportedAt === null ? t('fileAgain') : t('again')}
          </Button>
        </Banner>
      )}
      {hidden === 0 ? null : <HiddenParts count={hidden} onChoose={onHidden} />}
      {remarks.length === 0 ? null : (
        <FaultList
          boxes={remarks.map(({ line, errors }) => ({ line, items: errors }))}
          remarks={t('remarks')}
        />
      )}
    </>
  );
}
