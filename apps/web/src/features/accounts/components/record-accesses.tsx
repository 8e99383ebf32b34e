import { Box, Button, Stack } from '@mantine/core';
import type { RecordAccessView } from '@wasl/contracts';
import { IconEye, IconFileDownload, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { formatMoment } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { LoadingOrError } from '../../../ui/states.tsx';

const icons = { FILE: IconEye, DOCUMENT: IconFileDownload, EXPORT: IconTableExport } as const;
const [first, more, most] = [5, 20, 200];

function Row({ access }: { access: RecordAccessView }) {
  const { t } = useTranslation('profile');
  const { at, times, kind, organisation, agent, isBySystem, requestId, numRequest } = access;
  const Icon = icons[kind];
  return (
    <li className={layout['entry']}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <Box flex="1 1 240px">
        <p>
          <bdi>{organisation}</bdi>
          {agent === null ? null : (
            <>
              {' · '}
              <bdi>{agent}</bdi>
            </>
          )}
          {isBySystem ? <> · {t('accesses.bySystem')}</> : null}
        </p>
        <p className={layout['lead']}>
          {t('accesses.times', { what: t(`accesses.kinds.${kind}`), count: times })}
          {' · '}
          <Box component="span" display="inline-block">
            <LtrText>{formatMoment(at)}</LtrText>
          </Box>
          {' · '}
          <Link to={`/requests/${String(requestId)}`}>
            <LtrText>{numRequest}</LtrText>
          </Link>
        </p>
      </Box>
    </li>
  );
}

/** Agents who opened the person's requests, latest first. */
export function RecordAccesses() {
  const { t } = useTranslation('profile');
  const [size, setSize] = useState(first);
  const { data, total, error, isValidating, reload } = useEndpoint('listRecordAccesses', {
    query: { page: 0, size },
  });
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="accesses-title">
      <h2 className={layout['title']} id="accesses-title">
        {t('accesses.title')}
      </h2>
      <p className={layout['lead']}>{t('accesses.lead')}</p>
      {data === undefined ? (
        <LoadingOrError error={error} onRetry={reload} height={48} />
      ) : data.length === 0 ? (
        <p>{t('accesses.none')}</p>
      ) : (
        <Stack component="ul" gap={0} aria-busy={isValidating}>
          {data.map((access) => (
            <Row key={access.id} access={access} />
          ))}
        </Stack>
      )}
      {data !== undefined && size < most && data.length < (total ?? 0) ? (
        <Actions>
          <Button
            variant="default"
            loading={isValidating}
            onClick={() => setSize((now) => Math.min(now + more, most))}
          >
            {t('accesses.more')}
          </Button>
        </Actions>
      ) : null}
    </Stack>
  );
}
