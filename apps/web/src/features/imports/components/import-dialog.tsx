import { Box, Button, Group, Stack } from '@mantine/core';
import type { HiddenChoice } from '@wasl/contracts';
import { IconFileImport, IconHistory, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { call } from '../../../lib/http/api-client.ts';
import { randomUuid } from '../../../lib/drafts/random-uuid.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { FileField } from '../../../ui/form/file-field.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import { notify } from '../../../ui/notify.ts';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import type { ImportKind, ImportProps } from '../../../ui/slots.ts';
import { ImportOutcome, type Outcome } from './import-outcome.tsx';
import { ImportProgress } from './import-progress.tsx';
import layout from '../../../ui/layout/layout.module.css';

const kinds = {
  requests: {
    file: 'csv',
    templateName: 'canevas_demandes.csv',
    template: () => call('downloadRequestsTemplate', {}),
    faults: (file: File) => call('downloadRequestFaults', { files: { file } }),
  },
  beneficiaries: {
    file: 'xlsx',
    templateName: 'canevas_beneficiaires.xlsx',
    template: () => call('downloadBeneficiariesTemplate', {}),
    faults: (file: File) => call('downloadBeneficiaryFaults', { files: { file } }),
  },
} as const;

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function useImport(kind: ImportKind) {
  const requests = useEndpointAction('importRequests');
  const beneficiaries = useEndpointAction('importBeneficiaries');
  return kind === 'requests' ? requests : beneficiaries;
}

interface Choices {
  readonly again?: 'true';
  readonly hidden?: HiddenChoice;
}

/** The running call: the import, or only its check. */
interface Underway {
  readonly run: string;
  readonly isCheck: boolean;
}

function Content({
  kind,
  action,
  onImported,
  onClose,
}: {
  kind: ImportKind;
  action: ReturnType<typeof useImport>;
  onImported: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation('imports');
  const [file, setFile] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const [underway, setUnderway] = useState<Underway | null>(null);
  const { file: fileKind, templateName, template, faults } = kinds[kind];
  // The next move: the check, and after it the import.
  const isChecked = outcome?.kind === 'checked';
  const isSent = underway !== null && action.progress >= 1;

  const send = async (isCheck: boolean, decided: Choices = choices): Promise<void> => {
    if (file === null) return;
    const run = randomUuid();
    setOutcome(null);
    setUnderway({ run, isCheck });
    try {
      const { data } = await action.run({
        query: {
          run,
          ...decided,
          ...(isCheck ? { dryRun: 'true' as const } : {}),
        },
        files: { file },
      });
      if (data.preview) {
        setOutcome({ kind: 'checked', preview: data.preview, notes: data.notes });
        return;
      }
      setOutcome({ kind: 'done', ...data });
      setFile(null);
      setChoices({});
      notify.success(t('done'));
      onImported();
    } catch (error) {
      setOutcome(isAbort(error) ? { kind: 'cancelled' } : { kind: 'failed', error });
    } finally {
      setUnderway(null);
      if (!isCheck) void refresh('listImports');
    }
  };

  /** Imports the file with this choice; earlier choices for the file still apply. */
  const choose = (choice: Choices): void => {
    const decided = { ...choices, ...choice };
    setChoices(decided);
    void send(false, decided);
  };

  const button = (isCheck: boolean) => {
    const isRunning = underway?.isCheck === isCheck;
    return (
      <ProgressButton
        isRunning={isRunning}
        {...(isRunning && !isSent ? { progress: action.progress } : {})}
        disabled={file === null || (underway !== null && !isRunning)}
        variant={isCheck === isChecked ? 'default' : 'filled'}
        leftSection={
          isCheck ? (
            <IconListCheck size={18} aria-hidden />
          ) : (
            <IconFileImport size={18} aria-hidden />
          )
        }
        // Not after the upload: the server has started, and leaving would not undo the import.
        {...(isSent && !isCheck ? {} : { onCancel: action.cancel })}
        onClick={() => void send(isCheck)}
      >
        {isCheck ? t('check') : t('run')}
      </ProgressButton>
    );
  };

  return (
    <Stack>
      <p>{t(`${kind}.text`)}</p>
      <Group className={layout['sunken']} justify="space-between">
        <Box component="p" flex="1 1 220px">
          {t(`${kind}.template`)}
        </Box>
        <DownloadButton name={templateName} load={template} />
      </Group>
      <FileField
        label={t(`${kind}.file`)}
        kind={fileKind}
        value={file}
        disabled={underway !== null}
        onChange={(next) => {
          setFile(next);
          setOutcome(null);
          setChoices({});
        }}
      />
      {isSent ? <ImportProgress key={underway.run} run={underway.run} /> : null}
      <Group gap="sm" justify="space-between">
        {underway === null ? (
          <Button
            variant="subtle"
            component={Link}
            to="/requests/imports"
            onClick={onClose}
            leftSection={<IconHistory size={18} aria-hidden />}
          >
            {t('history')}
          </Button>
        ) : null}
        <Actions flex="1 1 auto">
          {button(true)}
          {button(false)}
        </Actions>
      </Group>
      {outcome === null ? null : (
        <ImportOutcome
          outcome={outcome}
          faultFile={file === null ? null : { name: file.name, load: () => faults(file) }}
          onAgain={() => choose({ again: 'true' })}
          onHidden={(hidden) => choose({ hidden })}
          onLeave={onClose}
        />
      )}
    </Stack>
  );
}

/** Imports a file of requests or beneficiaries atomically, and reports the result of each line. */
export default function ImportDialog({ kind, opened, onClose, onImported }: ImportProps) {
  const { t } = useTranslation('imports');
  const action = useImport(kind);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t(`${kind}.title`)}
      closable={!action.isRunning}
    >
      <Content key={kind} kind={kind} action={action} onImported={onImported} onClose={onClose} />
    </Dialog>
  );
}
