import { Button, Group, Stack } from '@mantine/core';
import type { ReceiptView } from '@wasl/contracts';
import {
  IconCircleCheck,
  IconExternalLink,
  IconFileDownload,
  IconReceiptOff,
  IconRouteAltLeft,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';

import { usePageTitle } from '../../../ui/page-title.tsx';
import { toRequestFacts } from '../../../domain/requests/to-request-facts.ts';
import { RegionalContact } from '../../../domain/requests/regional-contact.tsx';
import { RequestFacts } from '../../../domain/requests/request-facts.tsx';
import { RequestFault } from '../../../domain/requests/request-fault.tsx';
import { shortNameOf } from '../../../domain/requests/short-name.ts';
import { useMoveText } from '../../../domain/requests/use-move-text.ts';
import { moveOfRequest, toneOfMove } from '../../../domain/requests/whose-move.ts';
import { Tasks } from '../../../domain/requests/tasks.tsx';
import { formatMoment, isolated, useFormats } from '../../../lib/format/formats.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { saveResponse } from '../../../lib/uploads/uploads.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import { FollowUp } from '../../../ui/slots.ts';
import { EmptyState, PageSkeleton } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';
import { UsualDelay } from '../../../ui/usual-delay.tsx';

function PdfButton({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation('receipts');
  const attempt = useAttempt();
  const { run, isRunning } = useEndpointAction('downloadReceipt');
  const download = () =>
    attempt(async () => {
      const answer = await run({ params: { id: receipt.requestId } });
      saveResponse(answer, `wasl_${receipt.numRequest}.pdf`);
    });
  return (
    <ProgressButton
      isRunning={isRunning}
      leftSection={<IconFileDownload size={18} aria-hidden />}
      onClick={() => void download()}
    >
      {t('download')}
    </ProgressButton>
  );
}

function Proof({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation(['receipts', 'requests']);
  const formats = useFormats();
  const moveText = useMoveText();
  const move = moveOfRequest({ ...receipt, filing: null, observation: null, steps: [] });
  const organisations = receipt.tasks.flatMap(({ organisation }) =>
    organisation === null ? [] : [shortNameOf(organisation)],
  );
  const label =
    receipt.canFollow && move.kind === 'sent' && organisations.length > 0
      ? t('requests:move.inProgress', {
          organisation: isolated(formats.list([...new Set(organisations)])),
        })
      : moveText(move);
  return (
    <Stack component="section" className={layout['deep']} aria-labelledby="receipt-title">
      <Group component="h2" id="receipt-title" gap={10}>
        <IconCircleCheck size={26} aria-hidden />
        {t('title')}
      </Group>
      <p>{t('lead')}</p>
      <Columns min={150} component="dl">
        <div>
          <dt>{t('number')}</dt>
          <dd>
            <LtrText>{receipt.numRequest}</LtrText>
          </dd>
        </div>
        <div>
          <dt>{t('submittedAt')}</dt>
          <dd>
            <LtrText>{formatMoment(receipt.submittedAt)}</LtrText>
          </dd>
        </div>
        <div>
          <dt>{t('beneficiary')}</dt>
          <dd>
            <bdi>{receipt.beneficiary}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('status')}</dt>
          <dd>
            <StatusTag tone={toneOfMove(move)} label={label} />
          </dd>
        </div>
      </Columns>
    </Stack>
  );
}

function Receipt({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation('receipts');
  const [isFollowing, setFollowing] = useState(false);
  const { requestId, numRequest, canFollow, withdrawnAt } = receipt;
  return (
    <Stack gap="lg" className={layout['text'] ?? ''}>
      <Proof receipt={receipt} />
      <Actions justify="flex-start">
        <PdfButton receipt={receipt} />
        {canFollow ? (
          <Button
            variant="light"
            leftSection={<IconRouteAltLeft size={18} aria-hidden />}
            onClick={() => setFollowing(true)}
          >
            {t('follow')}
          </Button>
        ) : null}
        <Button component={Link} to={`/requests/${String(requestId)}`} variant="default">
          {t('view')}
        </Button>
        <Button component={Link} to="/requests" variant="default">
          {t('list')}
        </Button>
      </Actions>
      {withdrawnAt === null ? null : (
        <Banner tone="info">
          {t('withdrawn', { moment: isolated(formatMoment(withdrawnAt)) })}
        </Banner>
      )}
      {withdrawnAt !== null ? null : (
        <Stack component="section" className={layout['box']} gap={10} bg="var(--wasl-surface)">
          <h3>{t('next')}</h3>
          {canFollow ? (
            <p>{t('nextNow')}</p>
          ) : (
            <ol className={layout['bullets']}>
              <li>{t('nextMail')}</li>
              <li>{t('nextWork')}</li>
              <li>{t('nextFollow')}</li>
            </ol>
          )}
          <UsualDelay delay={receipt.usualDelay} />
        </Stack>
      )}
      {receipt.tasks.length === 0 ? null : (
        <Stack component="section" className={layout['box']} gap={10} bg="var(--wasl-surface)">
          <h3>{t('to')}</h3>
          <Tasks tasks={receipt.tasks} unknown={t('toNone')} dueBy={(day) => t('dueOn', { day })} />
        </Stack>
      )}
      <Stack component="section" className={layout['box']} gap={10} bg="var(--wasl-surface)">
        <h3>{t('asked')}</h3>
        <RequestFacts facts={toRequestFacts(receipt)} isFinal />
      </Stack>
      <RegionalContact />
      <p className={layout['small']}>
        <a href={receipt.publicUrl} target="_blank" rel="noopener noreferrer">
          {t('check')} <IconExternalLink size={16} aria-hidden />
        </a>{' '}
        {t('checkHint')}
      </p>
      <FollowUp
        request={{ id: requestId, numRequest }}
        opened={isFollowing}
        onClose={() => setFollowing(false)}
        viewer="BENEFICIAIRE"
      />
    </Stack>
  );
}

/** Receipt of a submitted request: number and date, next steps, and the document to keep. */
export default function ReceiptPage() {
  const { t } = useTranslation('receipts');
  const { id = '' } = useParams();
  const { data, error, reload } = useEndpoint(
    'getReceipt',
    { params: { id } },
    { keepPreviousData: false, revalidateOnMount: true },
  );
  usePageTitle(data && t('page', { number: data.numRequest }));
  if (data !== undefined) return <Receipt receipt={data} />;
  if (error instanceof ApiError && error.code === 'STATE_CONFLICT') {
    return (
      <EmptyState
        icon={<IconReceiptOff size={44} stroke={1.4} aria-hidden />}
        title={t('none.title')}
        reason={t('none.reason')}
        action={
          <Button component={Link} to={`/requests/${id}`}>
            {t('view')}
          </Button>
        }
      />
    );
  }
  return error === undefined ? <PageSkeleton /> : <RequestFault error={error} onRetry={reload} />;
}
