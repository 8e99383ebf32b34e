import type { EndpointId, RequestDocumentCode, RequestView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useErrorText } from '../../../i18n/error-text.ts';
import type { CallInput } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/http.ts';
import { useEndpointAction } from '../../../lib/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './requests.module.css';

interface Props {
  readonly row: RequestView | null;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** After it was done: the list has changed. */
  readonly onDone: () => unknown;
}

/** One call behind a confirmation; what went wrong stays in the dialog until it is closed. */
function useConfirmed<Id extends EndpointId>(
  id: Id,
  done: string,
  { onClose, onDone }: Pick<Props, 'onClose' | 'onDone'>,
) {
  const action = useEndpointAction(id);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const confirm = async (input: CallInput<Id>): Promise<void> => {
    setFailure(null);
    setRunning(true);
    try {
      await action.run(input);
      // The dialog stays until the list is fresh: no button of a row that has changed can be pressed.
      await onDone();
      notify.success(done);
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  const close = () => {
    setFailure(null);
    onClose();
  };
  return { confirm, close, failure, isRunning };
}

const known: readonly RequestDocumentCode[] = [
  'BUSINESS_PLAN',
  'ILLUSTRATIVE_PRESENTATION',
  'DEFAULT_DOC',
  'ILLUSTRATIVE_VIDEO',
];

/** The codes a refused submission names in its details. */
function missingDocuments(details: unknown): readonly RequestDocumentCode[] {
  const named =
    typeof details === 'object' && details !== null && 'documents' in details
      ? details.documents
      : undefined;
  return Array.isArray(named) ? known.filter((code) => named.includes(code)) : [];
}

function Failure({ error, row }: { error: unknown; row: RequestView | null }) {
  const { t } = useTranslation(['requests', 'wizard']);
  const errorText = useErrorText();
  if (error === null) return null;
  const isIncomplete = error instanceof ApiError && error.code === 'DOCUMENT_MISSING';
  return (
    <Banner tone="error" live>
      <p>{errorText(error)}</p>
      {isIncomplete ? (
        <ul>
          {missingDocuments(error.details).map((code) => (
            <li key={code}>{t(`wizard:documents.${code}`)}</li>
          ))}
        </ul>
      ) : null}
      {isIncomplete && row !== null ? (
        <Link to={`/editRequest/${String(row.id)}`}>{t('requests:submit.complete')}</Link>
      ) : null}
    </Banner>
  );
}

/** Asks before a request is deleted. */
function DeleteDialog({ row, opened, ...props }: Props) {
  const { t } = useTranslation('requests');
  const { confirm, close, failure, isRunning } = useConfirmed(
    'deleteRequest',
    t('delete.done'),
    props,
  );
  return (
    <ConfirmDialog
      opened={opened}
      title={t('delete.title', { number: row?.numRequest ?? '' })}
      confirmLabel={t('actions.delete')}
      tone="danger"
      isRunning={isRunning}
      onClose={close}
      onConfirm={() => (row === null ? undefined : confirm({ params: { id: row.id } }))}
    >
      <div className={styles['question']}>
        <p>{t('delete.text')}</p>
        <Failure error={failure} row={null} />
      </div>
    </ConfirmDialog>
  );
}

/** Asks before a draft is submitted. */
function SubmitDialog({ row, opened, ...props }: Props) {
  const { t } = useTranslation('requests');
  const { confirm, close, failure, isRunning } = useConfirmed(
    'changeRequestStatus',
    t('submit.done'),
    props,
  );
  return (
    <ConfirmDialog
      opened={opened}
      title={t('submit.title', { number: row?.numRequest ?? '' })}
      confirmLabel={t('actions.submit')}
      isRunning={isRunning}
      onClose={close}
      onConfirm={() =>
        row === null
          ? undefined
          : confirm({
              body: { idRequest: row.id, newStatus: { code: 'NOUVEAU' }, observations: '' },
            })
      }
    >
      <div className={styles['question']}>
        <p>{t('submit.text')}</p>
        <Failure error={failure} row={row} />
      </div>
    </ConfirmDialog>
  );
}

/** The dialogs of the list that ask before something final. */
export default function RequestDialogs({
  open,
  ...props
}: Omit<Props, 'opened'> & { open: 'delete' | 'submit' | null }) {
  return (
    <>
      <DeleteDialog {...props} opened={open === 'delete'} />
      <SubmitDialog {...props} opened={open === 'submit'} />
    </>
  );
}
