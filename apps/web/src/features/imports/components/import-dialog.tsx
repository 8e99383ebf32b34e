import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../lib/api-client.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { FileField } from '../../../ui/form/file-field.tsx';
import { notify } from '../../../ui/notify.ts';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import type { ImportKind, ImportProps } from '../../../ui/slots.ts';
import { ImportOutcome, type Outcome } from './import-outcome.tsx';
import styles from './imports.module.css';

const kinds = {
  requests: {
    file: 'csv',
    templateName: 'canevas_demandes.csv',
    template: () => call('downloadRequestsTemplate', {}),
  },
  beneficiaries: {
    file: 'xlsx',
    templateName: 'canevas_beneficiaires.xlsx',
    template: () => call('downloadBeneficiariesTemplate', {}),
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

function Content({
  kind,
  action,
  onImported,
}: {
  kind: ImportKind;
  action: ReturnType<typeof useImport>;
  onImported: () => unknown;
}) {
  const { t } = useTranslation('imports');
  const [file, setFile] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { file: fileKind, templateName, template } = kinds[kind];
  const isSent = action.isRunning && action.progress >= 1;

  const send = async (again: boolean): Promise<void> => {
    if (file === null) return;
    setOutcome(null);
    try {
      const { data } = await action.run({
        query: again ? { again: 'true' } : {},
        files: { file },
      });
      setOutcome({ kind: 'done', ...data });
      setFile(null);
      notify.success(t('done'));
      onImported();
    } catch (error) {
      setOutcome(isAbort(error) ? { kind: 'cancelled' } : { kind: 'failed', error });
    }
  };

  return (
    <div className={styles['body']}>
      <p>{t(`${kind}.text`)}</p>
      <div className={styles['template']}>
        <p>{t(`${kind}.template`)}</p>
        <DownloadButton name={templateName} load={template} />
      </div>
      <FileField
        label={t(`${kind}.file`)}
        kind={fileKind}
        value={file}
        disabled={action.isRunning}
        onChange={(next) => {
          setFile(next);
          setOutcome(null);
        }}
      />
      <div className={styles['actions']}>
        <span role="status" className={styles['checking']}>
          {isSent ? t('checking') : ''}
        </span>
        <ProgressButton
          isRunning={action.isRunning}
          progress={action.progress}
          disabled={file === null}
          leftSection={<IconFileImport size={18} aria-hidden />}
          // Once everything is sent the server decides; leaving then would not undo it.
          {...(isSent ? {} : { onCancel: action.cancel })}
          onClick={() => void send(false)}
        >
          {t('run')}
        </ProgressButton>
      </div>
      {outcome === null ? null : (
        <ImportOutcome outcome={outcome} onAgain={() => void send(true)} />
      )}
    </div>
  );
}

/** Imports a file of requests or of beneficiaries, all of it or nothing, and tells what became of each line. */
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
      <Content key={kind} kind={kind} action={action} onImported={onImported} />
    </Dialog>
  );
}
