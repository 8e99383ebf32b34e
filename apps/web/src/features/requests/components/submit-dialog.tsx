import { Button, Stack } from '@mantine/core';
import {
  places,
  type RequestDocumentView,
  type RequestView,
  type SubmissionPreview,
} from '@wasl/contracts';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';

import { toRequestFacts } from '../../../domain/requests/to-request-facts.ts';
import { RequestFacts } from '../../../domain/requests/request-facts.tsx';
import { Tasks } from '../../../domain/requests/tasks.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { prefetchPage } from '../../../lib/routing/prefetch-page.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { notify } from '../../../ui/notify.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { UsualDelay } from '../../../ui/usual-delay.tsx';
import { useMissingRecord } from '../../../ui/use-missing-record.ts';
import { infectedDocuments, missingCodes } from '../rules/missing-documents.ts';
import { useDocumentLabel } from './use-document-label.ts';
import type { RequestTarget } from '../rules/request-target.ts';
import {
  UnrequestedDocuments,
  unrequestedChoiceId,
  type UnrequestedChoices,
} from './unrequested-documents.tsx';

/** Reason against submitting, with a link to the place where it can be corrected. */
function Obstacle({
  request,
  missing,
  unanswered,
  infected,
  isJourneyOpen,
}: {
  request: RequestView;
  missing: readonly string[];
  unanswered: SubmissionPreview['missingQuestions'];
  /** File names of infected documents. */
  infected: readonly string[];
  isJourneyOpen: boolean;
}) {
  const { t } = useTranslation(['requests', 'wizard', 'words']);
  const edit = `/editRequest/${String(request.id)}`;
  const labelOf = useDocumentLabel(request.journeyDef);
  return (
    <>
      {isJourneyOpen ? null : (
        <Banner tone="error" live>
          <p>{t('requests:submit.closed')}</p>
          <Link to={`${edit}?step=2`}>{t('requests:submit.change')}</Link>
        </Banner>
      )}
      {missing.length === 0 ? null : (
        <Banner tone="error" live>
          <p>{t('words:errors.DOCUMENT_MISSING')}</p>
          <Stack component="ul" className={layout['bullets']} gap={0}>
            {missing.map((code) => (
              <li key={code}>{labelOf(code)}</li>
            ))}
          </Stack>
          <Link to={`${edit}?step=4`}>{t('requests:submit.complete')}</Link>
        </Banner>
      )}
      {unanswered.length === 0 ? null : (
        <Banner tone="error" live>
          <p>{t('wizard:questions.missing')}</p>
          <Stack component="ul" className={layout['bullets']} gap={0}>
            {unanswered.map(({ code, label }) => (
              <li key={code}>
                <Link to={`${edit}?step=3&question=${code}`}>{label}</Link>
              </li>
            ))}
          </Stack>
        </Banner>
      )}
      {infected.length === 0 ? null : (
        <Banner tone="error" live>
          <p>{t('words:errors.DOCUMENT_INFECTED')}</p>
          <Stack component="ul" className={layout['bullets']} gap={0}>
            {infected.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </Stack>
          <Link to={`${edit}?step=4`}>{t('requests:submit.complete')}</Link>
        </Banner>
      )}
    </>
  );
}

function Summary({
  request,
  preview,
  unasked,
}: {
  request: RequestView;
  preview: SubmissionPreview;
  /** Question about documents that the journey does not request. */
  unasked: ReactNode;
}) {
  const { t } = useTranslation('requests');
  const facts = toRequestFacts({
    ...request,
    journey: request.journeyDef?.title ?? null,
    services: request.services.map((service) => service.libelle),
  });
  return (
    <>
      <p>{t('submit.lead')}</p>
      <Stack component="section" className={layout['box']} gap={10} aria-labelledby="submit-asked">
        <h3 id="submit-asked">{t('submit.asked')}</h3>
        <RequestFacts facts={facts} />
      </Stack>
      {unasked}
      {preview.tasks.length === 0 ? null : (
        <Stack component="section" className={layout['box']} gap={10} aria-labelledby="submit-to">
          <h3 id="submit-to">{t('submit.to')}</h3>
          <Tasks tasks={preview.tasks} unknown={t('submit.toNone')} />
          {request.journeyDef === null ? (
            <p className={layout['small']}>{t('submit.toHint')}</p>
          ) : null}
        </Stack>
      )}
      <Stack component="section" className={layout['box']} gap={10} aria-labelledby="submit-next">
        <h3 id="submit-next">{t('submit.next')}</h3>
        <ol className={layout['bullets']}>
          <li>
            <LtrNumbers text={t('submit.nextReceipt', { number: request.numRequest })} />
          </li>
          <li>{t('submit.nextWork')}</li>
          <li>{t('submit.nextNews')}</li>
        </ol>
        <UsualDelay delay={preview.usualDelay} />
      </Stack>
    </>
  );
}

// Always fresh: a document uploaded a moment ago is part of the submission.
const afresh = { keepPreviousData: false, revalidateOnMount: false } as const;

/** Both values once both have loaded. */
function whole<A, B>(one: A | undefined, other: B | undefined): readonly [A, B] | null {
  return one === undefined || other === undefined ? null : [one, other];
}

function Check({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['requests', 'common']);
  const navigate = useNavigate();
  const lang = useLanguage();
  const errorText = useErrorText();
  const submit = useEndpointAction('changeRequestStatus');
  const [failure, setFailure] = useState<unknown>(null);
  useMissingRecord(failure);
  const [choices, setChoices] = useState<UnrequestedChoices>({});
  const [isChecked, setChecked] = useState(false);
  const preview = useEndpoint('previewSubmission', { params: { id } }, afresh);
  const asked = useEndpoint('getRequest', { params: { id } }, afresh);
  const [isAsked, setAsked] = useState(false);
  const [reloadPreview, reloadRequest] = [preview.reload, asked.reload];
  useEffect(() => {
    // SWR alone would reuse a call of the last two seconds, from before the last save.
    void Promise.allSettled([reloadPreview(), reloadRequest()]).then(() => setAsked(true));
  }, [reloadPreview, reloadRequest]);
  // The submitted data stay visible until the next page is ready, although they are reloaded.
  const [sent, setSent] = useState<readonly [RequestView, SubmissionPreview] | null>(null);
  const isSending = sent !== null;
  const error = preview.error ?? asked.error;
  const isOld = !isAsked || ((preview.isValidating || asked.isValidating) && !isSending);
  const shown = sent ?? whole(asked.data, preview.data);
  if (shown === null || (error !== undefined && sent === null) || isOld) {
    return error === undefined || isOld ? (
      <PageSkeleton />
    ) : (
      <ErrorState error={error} onRetry={() => Promise.all([preview.reload(), asked.reload()])} />
    );
  }
  const [request, data] = shown;
  const isIncomplete =
    failure instanceof ApiError && ['DOCUMENT_MISSING', 'ANSWER_MISSING'].includes(failure.code);
  const missing = isIncomplete ? missingCodes(failure.details, 'documents') : data.missingDocuments;
  const unanswered = isIncomplete
    ? missingCodes(failure.details, 'questions').map((code) => ({
        code,
        label: request.journeyDef?.questions.find((one) => one.code === code)?.label ?? code,
      }))
    : data.missingQuestions;
  const found =
    failure instanceof ApiError && failure.code === 'DOCUMENT_INFECTED'
      ? infectedDocuments(failure.details)
      : [];
  const infected = found.length > 0 ? found : data.infectedDocuments;
  const isReady =
    missing.length === 0 && unanswered.length === 0 && infected.length === 0 && data.isJourneyOpen;
  const unasked = data.unaskedDocuments;
  const sentDocuments = unasked.filter((code) => choices[code] === 'send');
  const isSent = ({ libelle: { code } }: RequestDocumentView) =>
    !unasked.some((one) => one === code) || sentDocuments.some((one) => one === code);
  const send = async () => {
    setFailure(null);
    setChecked(true);
    const open = unasked.find((code) => choices[code] === undefined);
    if (open !== undefined) {
      document.getElementById(unrequestedChoiceId(open))?.focus();
      return;
    }
    setSent(shown);
    try {
      await submit.run({
        body: {
          idRequest: request.id,
          newStatus: { code: 'NOUVEAU' },
          observations: '',
          documents: sentDocuments,
        },
      });
      // Prefetches the receipt, and shows this page until then.
      const receipt = places.receipt(request.id);
      await prefetchPage(receipt, lang, 'getReceipt', { params: { id: String(request.id) } });
      notify.success(t('submit.done'));
      void navigate(receipt);
      void refresh('filterRequests', 'getYourTurn', 'getRequest', 'requestHistory');
    } catch (caught) {
      setFailure(caught);
      setSent(null);
    }
  };
  return (
    <Stack>
      <Obstacle
        request={request}
        missing={missing}
        unanswered={unanswered}
        infected={infected}
        isJourneyOpen={data.isJourneyOpen}
      />
      <Summary
        request={{ ...request, documents: request.documents.filter(isSent) }}
        preview={data}
        unasked={
          <UnrequestedDocuments
            codes={unasked}
            documents={request.documents}
            choices={choices}
            isChecked={isChecked}
            onChoose={(code, choice) => setChoices((now) => ({ ...now, [code]: choice }))}
          />
        }
      />
      {failure === null || isIncomplete || found.length > 0 ? null : (
        <Banner tone="error" live>
          {errorText(failure)}
        </Banner>
      )}
      <div className={layout['onward']}>
        <Button variant="default" onClick={onClose} disabled={isSending}>
          {t('common:actions.cancel')}
        </Button>
        {isReady ? (
          <Button
            leftSection={<IconSend size={18} aria-hidden data-mirrored />}
            loading={isSending}
            onClick={() => void send()}
          >
            {t('actions.submit')}
          </Button>
        ) : null}
      </div>
    </Stack>
  );
}

/** Review before a draft is submitted: content, recipients, next steps and missing documents. */
export default function SubmitDialog({
  request,
  opened,
  onClose,
}: DialogProps & { request: RequestTarget }) {
  const { t } = useTranslation('requests');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('submit.title', { number: request.numRequest })}
    >
      <Check key={request.id} id={request.id} onClose={onClose} />
    </Dialog>
  );
}
