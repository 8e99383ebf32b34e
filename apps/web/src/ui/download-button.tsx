import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ApiResponse } from '../lib/http/http.ts';
import { saveResponse } from '../lib/uploads/uploads.ts';
import { useAttempt } from './use-failure.ts';

export function DownloadButton({
  name,
  load,
}: {
  /** Shown name, and the file name when the server gives none. */
  name: string;
  load: () => Promise<ApiResponse<Blob>>;
}) {
  const { t } = useTranslation();
  const attempt = useAttempt();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    await attempt(async () => saveResponse(await load(), name));
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
