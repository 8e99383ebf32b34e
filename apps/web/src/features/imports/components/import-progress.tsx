import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useImportProgress } from './use-import-progress.ts';

/** Number of lines of the uploaded file that were read, then written, out of all lines. */
export function ImportProgress({ run }: { run: string }) {
  const { t } = useTranslation('imports');
  const formats = useFormats();
  const progress = useImportProgress(run);
  if (progress === null || progress.linesTotal === 0) {
    return (
      <p role="status" className={layout['muted']}>
        {progress === null ? t('checking') : t('progress.waiting')}
      </p>
    );
  }
  const isWriting = progress.rows > 0;
  const [done, total] = isWriting
    ? [progress.rowsWritten, progress.rows]
    : [progress.linesRead, progress.linesTotal];
  const numbers = { read: formats.number(done), total: formats.number(total) };
  return (
    <div role="status" className={layout['muted']}>
      <ProgressBar
        value={done / total}
        label={isWriting ? t('progress.writing', numbers) : t('progress.reading', numbers)}
      />
    </div>
  );
}
