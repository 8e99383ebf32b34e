import { Button, Stack } from '@mantine/core';
import type { PhoneMessagesView } from '@wasl/contracts/plugins/phones';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';
import { PhoneChoiceForm, PhoneCodeForm, PhoneNumberForm } from './phone-forms.tsx';

type Phone = NonNullable<PhoneMessagesView['phone']>;

/** The number stays left to right in Arabic. */
function Sentence({
  of,
  number,
}: {
  of: 'codeLead' | 'codeOver' | 'unproven' | 'current';
  number: string;
}) {
  const { t } = useTranslation('phones');
  return (
    <p className={layout['lead']}>
      <LtrNumbers text={t(of, { number })} />
    </p>
  );
}

function NumberActions({ onChange, children }: { onChange: () => void; children?: ReactNode }) {
  const { t } = useTranslation('phones');
  const attempt = useAttempt();
  const remove = useEndpointAction('removePhoneNumber');
  const removeNumber = () =>
    attempt(async () => {
      await remove.run({});
      await refresh('getPhoneMessages');
      notify.success(t('removed'));
    });
  return (
    <Actions>
      {children}
      <Button variant="default" onClick={onChange}>
        {t('change')}
      </Button>
      <Button variant="default" loading={remove.isRunning} onClick={() => void removeNumber()}>
        {t('remove')}
      </Button>
    </Actions>
  );
}

/** An unconfirmed number: enter the code that was sent, or another number. */
function Unproven({ phone, onChange }: { phone: Phone; onChange: () => void }) {
  const { t } = useTranslation('phones');
  const attempt = useAttempt();
  const send = useEndpointAction('savePhoneNumber');
  const { number, channel } = phone;
  const sendAgain = () =>
    attempt(async () => {
      await send.run({ body: { number, channel } });
      await refresh('getPhoneMessages');
      notify.success(t('sent'));
    });
  const hasFailed = phone.hasCodeFailed || phone.isUnreachable;
  const isAwaited = phone.awaitsCode && !hasFailed;
  return (
    <>
      {hasFailed ? <Banner tone="error">{t('codeFailed')}</Banner> : null}
      <Sentence of={hasFailed ? 'unproven' : isAwaited ? 'codeLead' : 'codeOver'} number={number} />
      {isAwaited ? <PhoneCodeForm /> : null}
      <NumberActions onChange={onChange}>
        <Button variant="default" loading={send.isRunning} onClick={() => void sendAgain()}>
          {t('again')}
        </Button>
      </NumberActions>
    </>
  );
}

function Content({ view }: { view: PhoneMessagesView }) {
  const { t } = useTranslation('phones');
  const [isChanging, setChanging] = useState(false);
  const { phone } = view;
  const change = () => setChanging(true);
  if (phone === null || isChanging)
    return (
      <PhoneNumberForm
        onNamed={() => setChanging(false)}
        onCancel={phone === null ? null : () => setChanging(false)}
      />
    );
  if (!phone.isVerified) return <Unproven phone={phone} onChange={change} />;
  return (
    <>
      {phone.isUnreachable ? <Banner tone="error">{t('unreachable')}</Banner> : null}
      <Sentence of="current" number={phone.number} />
      <PhoneChoiceForm key={`${phone.channel} ${view.wanted.join()}`} view={view} phone={phone} />
      <NumberActions onChange={change} />
    </>
  );
}

/** Phone messages of a beneficiary in place of mails; hidden where the deployment sends none. */
export function PhoneMessages() {
  const { t } = useTranslation('phones');
  const { data, error, reload } = useEndpoint('getPhoneMessages', {});
  if (data?.isOffered === false) return null;
  return (
    <Stack id="phones" component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('title')}</h2>
      <p className={layout['lead']}>{t('lead')}</p>
      {data === undefined ? (
        <LoadingOrError error={error} onRetry={reload} height={264} />
      ) : (
        <Content view={data} />
      )}
    </Stack>
  );
}
