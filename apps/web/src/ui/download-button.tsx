import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Answer } from '../lib/http/http.ts';
import { saveAnswer } from '../lib/uploads/uploads.ts';
import { useAttempt } from './use-failure.ts';

export function DownloadButton({
  name,
  load,
}: {
  /** Shown name, and the file name when the server gives none. */
  name: string;
  load: () => Promise<Answer<Blob>>;
}) {
  const { t } = useTranslation();
  const attempt = useAttempt();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    await attempt(async () => saveAnswer(await load(), name));
    setLoading(false);
  };
  return (
    <Button
      variant="default"
      size="sm"
      loading={isLoading}
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={`${t('actions.download')} ${name}`}
      onClick={() => void download()}
    >
      {t('actions.download')}
    </Button>
  );
}
