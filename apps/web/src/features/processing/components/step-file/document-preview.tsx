import { Box, Button, Group, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyWithRetry } from '../../../../ui/lazy-with-retry.tsx';
import { DownloadButton } from '../../../../ui/download-button.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { ErrorState, PageSkeleton } from '../../../../ui/states.tsx';
import type { Previewed } from '../step/document-sections.tsx';

// A large module, loaded with the first preview.
const PdfPages = lazyWithRetry(() => import('./pdf-pages.tsx'));

const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current !== null) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <Box component="img" ref={image} w="100%" bg="#fff" alt={name} />;
}

/** Preview of a document: pages or image are drawn, and none of its scripts run. */
export function DocumentPreview({ file, onClose }: { file: Previewed; onClose: () => void }) {
  const { t } = useTranslation(['worklist', 'common', 'agent']);
  const [blob, setBlob] = useState<Blob>();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    file
      .load()
      .then(({ data }) => {
        if (isCurrent) setBlob(data);
      })
      .catch((error: unknown) => {
        if (isCurrent) setFailure(error);
      });
    return () => {
      isCurrent = false;
    };
  }, [file, attempt]);
  const again = () => {
    setFailure(null);
    setAttempt((now) => now + 1);
    return Promise.resolve();
  };
  const type = blob?.type.split(';')[0] ?? '';
  return (
    <Stack
      component="section"
      className={layout['sunken']}
      gap={8}
      mt="md"
      aria-label={t('agent:preview.title', { name: file.name })}
    >
      <Group justify="space-between" wrap="nowrap">
        <strong className={layout['wrap']}>
          <bdi>{file.name}</bdi>
        </strong>
        <Group gap={4} wrap="nowrap">
          <DownloadButton {...file} />
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={onClose}
          >
            {t('common:actions.close')}
          </Button>
        </Group>
      </Group>
      {failure !== null ? (
        <ErrorState error={failure} onRetry={again} />
      ) : blob === undefined ? (
        <PageSkeleton />
      ) : type === 'application/pdf' ? (
        <Suspense fallback={<PageSkeleton />}>
          <PdfPages blob={blob} />
        </Suspense>
      ) : images.includes(type) ? (
        <Picture blob={blob} name={file.name} />
      ) : (
        <p className={layout['muted']}>{t('agent:preview.none')}</p>
      )}
    </Stack>
  );
}
