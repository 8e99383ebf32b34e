import { Box, Button, Stack } from '@mantine/core';
import type { KeyView } from '@wasl/contracts';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../../lib/format/formats.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { useAttempt } from '../../../ui/use-failure.ts';
import { scopeWords } from '../rules/scope-words.ts';

// Loaded on first use.
const KeyDialog = lazyWithRetry(() => import('./key-dialog.tsx'));

function On({ words, day }: { words: string; day: string }) {
  return (
    <>
      {words} <LtrText>{formatDay(day)}</LtrText>
    </>
  );
}

function Key({ of, children }: { of: KeyView; children?: ReactNode }) {
  const { t } = useTranslation('integrations');
  const { state, lastUsedOn, revokedOn } = of;
  return (
    <li className={layout['entry']}>
      <Box className={layout['wrap']} flex="1 1 240px" miw={0}>
        <p className={layout['strong']}>
          <bdi>{of.name}</bdi>
        </p>
        <p>
          <LtrText>{`${of.prefix}…`}</LtrText>
        </p>
        <p>{of.scopes.map((scope) => t(`scope.${scopeWords[scope]}`)).join(' · ')}</p>
        <p className={layout['small']}>
          <On words={t('made')} day={of.createdOn} />
          {of.createdBy === null ? null : (
            <>
              {' '}
              {t('by')} <bdi>{of.createdBy}</bdi>
            </>
          )}
          {of.confirmedBy === null ? null : (
            <>
              {', '}
              {t('confirm.by')} <bdi>{of.confirmedBy}</bdi>
            </>
          )}
          {' · '}
          {state === 'revoked' && revokedOn !== null ? (
            <On words={t('revokedOn')} day={revokedOn} />
          ) : (
            <On words={t(state === 'expired' ? 'expiredOn' : 'until')} day={of.expiresOn} />
          )}
          {' · '}
          {lastUsedOn === null ? t('neverUsed') : <On words={t('lastUsed')} day={lastUsedOn} />}
        </p>
        {of.confirmBy === null ? null : (
          <p>
            <On words={t('confirm.until')} day={of.confirmBy} />
          </p>
        )}
      </Box>
      <Actions justify="flex-start">{children}</Actions>
    </li>
  );
}

/** API keys of the organisation; its responsables create and revoke them. */
export function OtherSystems({ partnerId }: { partnerId: number }) {
  const { t } = useTranslation('integrations');
  const attempt = useAttempt();
  const params = { id: partnerId };
  const { data, error, reload } = useEndpoint('listKeys', { params });
  const revoke = useEndpointAction('revokeKey');
  const confirm = useEndpointAction('confirmKey');
  // React key: each dialog begins with fresh state.
  const [dialogs, setDialogs] = useState(0);
  const [isMaking, setMaking] = useState(false);
  const revocation = useDialog<KeyView>();
  const works = (data ?? []).filter(({ state }) => state === 'active');
  const ended = (data ?? []).filter(({ state }) => state !== 'active');
  const asked = revocation.about;
  const name = isolated(asked?.name ?? '');

  const end = async (key: KeyView) => {
    await attempt(async () => {
      await revoke.run({ params: { ...params, keyId: key.id } });
      notify.success(t('revoke.done', { name }));
    });
    await reload();
    revocation.close();
  };

  const keep = async (key: KeyView) => {
    await attempt(async () => {
      await confirm.run({ params: { ...params, keyId: key.id } });
      notify.success(t('confirm.done', { name: isolated(key.name) }));
    });
    await reload();
  };

  return (
    <Stack component="section" className={layout['card']} aria-labelledby="other-systems">
      <h2 className={layout['title']} id="other-systems">
        {t('heading')}
      </h2>
      <p className={layout['lead']}>{t('lead')}</p>
      {data !== undefined ? null : <LoadingOrError error={error} onRetry={reload} height={48} />}
      {data === undefined ? null : works.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <Stack component="ul" gap={0} aria-label={t('list')}>
          {works.map((key) => (
            <Key key={key.id} of={key}>
              {key.confirmBy === null ? null : (
                <Button
                  size="sm"
                  aria-label={t('confirm.of', { name: key.name })}
                  loading={confirm.isRunning}
                  onClick={() => void keep(key)}
                >
                  {t('confirm.action')}
                </Button>
              )}
              <Button
                variant="default"
                size="sm"
                aria-label={t('revoke.of', { name: key.name })}
                onClick={() => revocation.open(key)}
              >
                {t('revoke.action')}
              </Button>
            </Key>
          ))}
        </Stack>
      )}
      <div>
        <Button
          variant="default"
          onClick={() => {
            setDialogs((count) => count + 1);
            setMaking(true);
          }}
        >
          {t('add')}
        </Button>
      </div>
      <p className={layout['small']}>{t('guide')}</p>
      {ended.length === 0 ? null : (
        <details>
          <summary>{t('ended', { count: ended.length })}</summary>
          <Stack component="ul" gap={0}>
            {ended.map((key) => (
              <Key key={key.id} of={key} />
            ))}
          </Stack>
        </details>
      )}
      {dialogs === 0 ? null : (
        <Suspense fallback={null}>
          <KeyDialog
            key={dialogs}
            partnerId={partnerId}
            opened={isMaking}
            onMade={reload}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          opened={revocation.isOpen}
          title={t('revoke.title', { name })}
          confirmLabel={t('revoke.action')}
          tone="danger"
          isRunning={revoke.isRunning}
          onConfirm={() => end(asked)}
          onClose={revocation.close}
        >
          <p>{t('revoke.text')}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
