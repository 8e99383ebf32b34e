import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';

/** The filed request with its number, or that the person's agreement is awaited. */
export function CounterResult({
  request,
  onAnother,
}: {
  /** Null while the person's agreement is awaited. */
  request: { readonly id: number; readonly numRequest: string } | null;
  onAnother: () => void;
}) {
  const { t } = useTranslation('imports');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="counter-done">
      <h2 id="counter-done" ref={title} tabIndex={-1}>
        {request === null ? (
          t('counter.done.waiting')
        ) : (
          <LtrNumbers text={t('counter.done.filed', { number: request.numRequest })} />
        )}
      </h2>
      <p>{t(request === null ? 'counter.done.waitingText' : 'counter.done.filedText')}</p>
      <Actions justify="flex-start">
        <Button
          component={Link}
          to={request === null ? '/requests/imports' : `/requests/${String(request.id)}`}
        >
          {t(request === null ? 'counter.done.list' : 'counter.done.open')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('counter.done.another')}
        </Button>
      </Actions>
    </Stack>
  );
}
