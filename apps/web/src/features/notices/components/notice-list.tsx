import { Box, Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { NoticeView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import useSWRInfinite from 'swr/infinite';

import { useLanguage } from '../../../i18n/use-language.ts';
import { call } from '../../../lib/http/api-client.ts';
import { formatMoment } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { noticeAddress } from '../rules/notice-address.ts';
import styles from './notices.module.css';
import { useNoticeText } from './use-notice-text.ts';

const pageSize = 15;

/** Notices of the person, newest first, with paging. */
export default function NoticeList({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation('notices');
  const lang = useLanguage();
  const sentence = useNoticeText();
  const isBeneficiary = useSession()?.role === 'BENEFICIAIRE';
  const pages = useSWRInfinite(
    (index) => ['listNotices', lang, index] as const,
    ([, , page]) => call('listNotices', { query: { page, size: pageSize } }),
    { revalidateOnFocus: false, revalidateFirstPage: true },
  );
  const notices: readonly NoticeView[] = pages.data?.flatMap((page) => page.data) ?? [];
  const failure: unknown = pages.error;
  const total = pages.data?.[0]?.total ?? 0;
  const newest = notices[0];
  const hasUnread = notices.some((notice) => !notice.isRead);
  const done = async () => {
    await Promise.all([pages.mutate(), refresh('getUnread')]);
  };

  if (pages.data === undefined) {
    return failure === undefined ? (
      <Stack gap="sm" p="lg" role="status" aria-label={t('loading')}>
        <Skeleton />
        <Skeleton width="70%" />
        <Skeleton />
      </Stack>
    ) : (
      <ErrorState error={failure} onRetry={() => pages.mutate()} />
    );
  }
  if (notices.length === 0) {
    return (
      <Box component="p" p="lg" c="dimmed">
        {t('empty')}
      </Box>
    );
  }
  return (
    <>
      <Stack component="ul" gap={0}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <Link
              to={noticeAddress(notice)}
              className={styles['item']}
              data-unread={!notice.isRead || undefined}
              onClick={() => {
                onFollow();
                if (notice.isRead) return;
                call('markNoticeRead', { params: { id: notice.id } })
                  .then(done)
                  .catch(() => undefined);
              }}
            >
              <span className={styles['dot']} aria-hidden />
              <span>
                {notice.isRead ? null : (
                  <VisuallyHidden component="span">{t('unread')} </VisuallyHidden>
                )}
                <LtrNumbers text={sentence(notice, isBeneficiary)} />
                <Box component="span" className={layout['small']} display="block" fw={400}>
                  <LtrText>{formatMoment(notice.at)}</LtrText>
                </Box>
              </span>
            </Link>
          </li>
        ))}
      </Stack>
      <div className={styles['actions']}>
        {notices.length < total ? (
          <Button
            variant="default"
            size="sm"
            loading={pages.isValidating}
            onClick={() => void pages.setSize(pages.size + 1)}
          >
            {t('more')}
          </Button>
        ) : null}
        {hasUnread && newest !== undefined ? (
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              call('markAllNoticesRead', { body: { upTo: newest.id } })
                .then(done)
                .catch(() => undefined);
            }}
          >
            {t('markAll')}
          </Button>
        ) : null}
      </div>
    </>
  );
}
