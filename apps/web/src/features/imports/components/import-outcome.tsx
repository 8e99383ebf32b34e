import { Box, Button, Group } from '@mantine/core';
import type { FiledLines, HiddenChoice, ImportPreview as Preview } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { ApiError, type ApiResponse } from '../../../lib/http/http.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { faultBoxes, faultCount, hasFaultFile, hiddenCount } from '../rules/fault-boxes.ts';
import { FaultList } from './fault-list.tsx';
import { HiddenParts } from './hidden-parts.tsx';
import { ImportPreview } from './import-preview.tsx';
import layout from '../../../ui/layout/layout.module.css';

export type Outcome =
  | {
      readonly kind: 'checked';
      readonly preview: Preview;
      readonly notes?: readonly string[] | undefined;
    }
  | {
      readonly kind: 'done';
      readonly imported: number;
      /** Only for requests. */
      readonly requests?: FiledLines | undefined;
      /** Messages of the server by line. */
      readonly messages: readonly string[];
      readonly notes?: readonly string[] | undefined;
    }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'cancelled' };

/** Parts of a valid file that were ignored. */
function Notes({ notes = [] }: { notes?: readonly string[] | undefined }) {
  if (notes.length === 0) return null;
  return (
    <Banner tone="warning" live>
      {notes.map((note) => (
        <p key={note} dir="auto">
          {note}
        </p>
      ))}
    </Banner>
  );
}

function Filed({ lines: { filed, waiting, skipped } }: { lines: FiledLines }) {
  const { t } = useTranslation('imports');
  return (
    <ul className={layout['bullets']}>
      <li>{t('result.filed', { count: filed })}</li>
      {waiting === 0 ? null : <li>{t('result.waiting', { count: waiting })}</li>}
      {skipped === 0 ? null : <li>{t('result.skipped', { count: skipped })}</li>}
    </ul>
  );
}

export function ImportOutcome({
  outcome,
  faultFile,
  onAgain,
  onHidden,
}: {
  outcome: Outcome;
  faultFile: { readonly name: string; readonly load: () => Promise<ApiResponse<Blob>> } | null;
  onAgain: () => void;
  onHidden: (choice: HiddenChoice) => void;
}) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  if (outcome.kind === 'cancelled') {
    return (
      <Banner tone="info" live>
        {t('cancelled')}
      </Banner>
    );
  }
  if (outcome.kind === 'checked') {
    return (
      <>
        <ImportPreview preview={outcome.preview} onAgain={onAgain} onHidden={onHidden} />
        <Notes notes={outcome.notes} />
      </>
    );
  }
  if (outcome.kind === 'done') {
    // For requests the server repeats the title as a message.
    const messages = outcome.messages.filter((message) => message !== t('done'));
    return (
      <>
        <Banner tone="success" title={t('done')} live>
          <p>{t('imported', { count: outcome.imported })}</p>
          {outcome.requests === undefined ? null : <Filed lines={outcome.requests} />}
          {messages.map((message) => (
            <p key={message} dir="auto">
              {message}
            </p>
          ))}
        </Banner>
        <Notes notes={outcome.notes} />
      </>
    );
  }
  const { error } = outcome;
  if (error instanceof ApiError && error.code === 'ALREADY_IMPORTED') {
    return (
      <Banner tone="warning" title={errorText(error)} live>
        <p>{t('againText')}</p>
        <Button variant="default" mt="xs" onClick={onAgain}>
          {t('again')}
        </Button>
      </Banner>
    );
  }
  const boxes = error instanceof ApiError ? faultBoxes(error.errors) : [];
  if (boxes.length === 0) {
    return (
      <Banner tone="error" live>
        {errorText(error)}
      </Banner>
    );
  }
  const details = error instanceof ApiError ? error.details : undefined;
  const hidden = hiddenCount(details);
  if (hidden > 0)
    return (
      <>
        <HiddenParts count={hidden} onChoose={onHidden} />
        <FaultList boxes={boxes} remarks={t('remarks')} />
      </>
    );
  const count = faultCount(details, boxes);
  return (
    <>
      <Banner tone="error" title={errorText(error)} live>
        <p>{t('faultCount', { count })}</p>
      </Banner>
      {faultFile !== null && hasFaultFile(details) ? (
        <Group className={layout['sunken']} justify="space-between">
          <Box component="p" flex="1 1 220px">
            {t('faultFile.text')}
          </Box>
          <DownloadButton {...faultFile} />
        </Group>
      ) : null}
      <FaultList boxes={boxes} />
    </>
  );
}
