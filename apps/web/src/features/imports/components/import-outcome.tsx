import { Box, Button, Group } from '@mantine/core';
import type { FiledLines, HiddenChoice, ImportPreview } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { worklistAddress } from '../../../domain/requests/worklist-address.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { ApiError, type ApiResponse } from '../../../lib/http/http.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { faultBoxes, faultCount, hiddenCount } from '../rules/fault-boxes.ts';
import { FaultList } from './fault-list.tsx';
import { filedTitleId } from './filed-title.ts';
import { HiddenParts } from './hidden-parts.tsx';
import { ImportPreview as Preview } from './import-preview.tsx';
import layout from '../../../ui/layout/layout.module.css';

const skippedId = 'skipped-lines';

export type Outcome =
  | {
      readonly kind: 'checked';
      readonly preview: ImportPreview;
      readonly notes?: readonly string[] | undefined;
    }
  | {
      readonly kind: 'done';
      readonly imported: number;
      /** Only for requests. */
      readonly requests?: FiledLines | undefined;
      /** Lines that were filed before. */
      readonly skippedLines?: ImportPreview['remarks'] | undefined;
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

/** What became of the lines, with links to the filed requests and to those that wait. */
function Filed({
  lines: { importId, filed, waiting, skipped },
  onLeave,
}: {
  lines: FiledLines;
  onLeave: () => void;
}) {
  const { t } = useTranslation('imports');
  return (
    <ul className={layout['bullets']}>
      <li>
        {filed === 0 ? (
          t('result.filed', { count: filed })
        ) : (
          <Link to={worklistAddress({ import: String(importId) })} onClick={onLeave}>
            {t('result.filed', { count: filed })}
          </Link>
        )}
      </li>
      {waiting === 0 ? null : (
        <li>
          <Link to={`/requests/imports#${filedTitleId}`} onClick={onLeave}>
            {t('result.waiting', { count: waiting })}
          </Link>
        </li>
      )}
      {skipped === 0 ? null : (
        <li>
          <a
            href={`#${skippedId}`}
            onClick={(event) => {
              // A changed address would close the dialog.
              event.preventDefault();
              document.getElementById(skippedId)?.focus();
            }}
          >
            {t('result.skipped', { count: skipped })}
          </a>
        </li>
      )}
    </ul>
  );
}

export function ImportOutcome({
  outcome,
  faultFile,
  onAgain,
  onHidden,
  onLeave,
}: {
  outcome: Outcome;
  faultFile: { readonly name: string; readonly load: () => Promise<ApiResponse<Blob>> } | null;
  onAgain: () => void;
  onHidden: (choice: HiddenChoice) => void;
  /** A link leads away from the dialog. */
  onLeave: () => void;
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
        <Preview preview={outcome.preview} onAgain={onAgain} onHidden={onHidden} />
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
          {outcome.requests === undefined ? null : (
            <Filed lines={outcome.requests} onLeave={onLeave} />
          )}
          {messages.map((message) => (
            <p key={message} dir="auto">
              {message}
            </p>
          ))}
        </Banner>
        <Notes notes={outcome.notes} />
        {outcome.skippedLines === undefined ? null : (
          <Box id={skippedId} tabIndex={-1}>
            <FaultList
              boxes={outcome.skippedLines.map(({ line, errors }) => ({ line, items: errors }))}
              remarks={t('result.skippedLines')}
            />
          </Box>
        )}
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
      {faultFile === null ? null : (
        <Group className={layout['sunken']} justify="space-between">
          <Box component="p" flex="1 1 220px">
            {t('faultFile.text')}
          </Box>
          <DownloadButton {...faultFile} />
        </Group>
      )}
      <FaultList boxes={boxes} />
    </>
  );
}
