import { Box, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { saveFile } from '../lib/uploads/uploads.ts';
import { CopyButton } from './copy-button.tsx';
import { Actions } from './layout/actions.tsx';
import layout from './layout/layout.module.css';

interface Secret {
  /** Base32, for manual entry. */
  readonly secret: string;
  readonly uri: string;
  readonly qr: { readonly path: string; readonly size: number };
}

/** QR code, link and text of the secret of an authenticator app. */
export function AuthenticatorSecret({ setup }: { setup: Secret }) {
  const { t } = useTranslation('second-factor');
  const size = String(setup.qr.size);
  return (
    <>
      <p>{t('scan.lead')}</p>
      {/* Dark on white in every colour scheme, because cameras need the contrast. */}
      <Box
        component="svg"
        w="min(100%, 240px)"
        bg="#fff"
        bdrs="sm"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('scan.qr')}
        shapeRendering="crispEdges"
      >
        <path d={setup.qr.path} />
      </Box>
      <p>
        <a href={setup.uri}>{t('scan.open')}</a>
      </p>
      <div>
        <p>{t('scan.byHand')}</p>
        <p className={layout['wrap']} dir="ltr">
          <code>{setup.secret}</code> <CopyButton value={setup.secret} label={t('scan.byHand')} />
        </p>
      </div>
    </>
  );
}

export function RecoveryCodes({
  codes,
  onDone,
  children,
}: {
  codes: readonly string[];
  onDone: () => void;
  /** Another way to store the codes. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('second-factor');
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('codes.title')}</h2>
      <p>{t('codes.lead')}</p>
      <Group component="ul" className={layout['wrap']} gap="4px 32px" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Group>
      <Actions>
        {children}
        <Button
          variant="default"
          onClick={() => {
            saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'wasl-codes.txt');
          }}
        >
          {t('codes.save')}
        </Button>
        <Button onClick={onDone}>{t('codes.done')}</Button>
      </Actions>
    </Stack>
  );
}
