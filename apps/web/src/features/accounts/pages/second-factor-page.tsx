import { Button, Group, Stack } from '@mantine/core';
import type { ResponseOf, Endpoints } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { formatDay } from '../../../lib/format/formats.ts';
import { startSession } from '../../../lib/session/session.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { RecoveryCodes } from '../../../ui/second-factor.tsx';
import { BeginForm, ChangeForm, ConfirmForm } from '../components/second-factor-forms.tsx';

export default function SecondFactorPage() {
  const { t } = useTranslation('second-factor');
  const { data, error, reload } = useEndpoint('getSecondFactor', {});
  const [setup, setSetup] = useState<ResponseOf<Endpoints['beginSecondFactor']> | null>(null);
  const [isMoving, setMoving] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;

  const isOn = data.since !== null;
  if (codes !== null) {
    return (
      <Stack className={layout['text'] ?? ''}>
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null);
            void reload();
          }}
        />
      </Stack>
    );
  }
  return (
    <Stack className={layout['text'] ?? ''}>
      {data.isRequired && !isOn ? <Banner tone="warning" title={t('required')} /> : null}
      <Stack component="section" className={layout['card']}>
        <p>{t('lead')}</p>
        <p>
          {data.since === null ? (
            t('off')
          ) : (
            <LtrText>{t('on', { day: formatDay(data.since.slice(0, 10)) })}</LtrText>
          )}
        </p>
        {isOn ? (
          <p className={layout['lead']}>
            {data.recoveryCodesLeft === 0
              ? t('leftNone')
              : t('left', { codes: data.recoveryCodesLeft })}
          </p>
        ) : null}
      </Stack>
      {isOn && !isMoving ? (
        <>
          <ChangeForm
            canRemove={!data.isRequired}
            onCodes={setCodes}
            onRemoved={() => {
              notify.success(t('manage.removed'));
              void reload();
            }}
          />
          <Group>
            <Button variant="default" onClick={() => setMoving(true)}>
              {t('move.title')}
            </Button>
          </Group>
        </>
      ) : setup === null ? (
        <BeginForm key={String(isMoving)} isMove={isMoving} onBegun={setSetup} />
      ) : (
        <ConfirmForm
          setup={setup}
          onConfirmed={({ recoveryCodes, token }) => {
            startSession(token);
            notify.success(t(isMoving ? 'move.done' : 'done'));
            setMoving(false);
            setSetup(null);
            setCodes(recoveryCodes);
          }}
        />
      )}
      <p>
        <Link to="/account/security">{t('back')}</Link>
      </p>
    </Stack>
  );
}
