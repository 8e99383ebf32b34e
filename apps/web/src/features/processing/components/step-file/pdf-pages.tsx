import { Box, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import { PageSkeleton } from '../../../../ui/states.tsx';
// Built with the application, because the published module has syntax that old browsers cannot parse.
import WorkerScript from './pdf.worker.ts?worker';

/** Time for one page. Content that unpacks to hundreds of megabytes takes longer. */
const longestDrawingMs = 30_000;

/** A PDF drawn on a canvas page by page, because Chromium shows no PDF in a sandboxed frame. */
export default function PdfPages({ blob }: { blob: Blob }) {
  const { t } = useTranslation(['worklist', 'agent']);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [hasFailed, setFailed] = useState(false);
  const [page, setPage] = useState(1);

  useEffect(() => {
    let isCurrent = true;
    const port = new WorkerScript();
    const fail = () => {
      port.terminate();
      if (isCurrent) setFailed(true);
    };
    port.addEventListener('message', ({ data }) => {
      if (data === 'TOO_LARGE') fail();
    });
    port.addEventListener('error', fail);
    const worker = PDFWorker.create({ port });
    const open = async () => {
      const data = await blob.arrayBuffer();
      const opened = await getDocument({ data, worker, isEvalSupported: false }).promise;
      if (isCurrent) setPdf(opened);
    };
    open().catch(fail);
    return () => {
      isCurrent = false;
      port.terminate();
    };
  }, [blob]);

  useEffect(() => {
    const target = canvas.current;
    if (pdf === undefined || target === null) return undefined;
    let cancel: (() => void) | undefined;
    let isCurrent = true;
    const draw = async () => {
      const one = await pdf.getPage(page);
      const { width } = one.getViewport({ scale: 1 });
      const wanted = target.parentElement?.clientWidth ?? width;
      const viewport = one.getViewport({ scale: (wanted / width) * Math.min(devicePixelRatio, 2) });
      if (!isCurrent) return;
      target.width = viewport.width;
      target.height = viewport.height;
      const task = one.render({ canvas: target, viewport });
      cancel = () => task.cancel();
      await task.promise;
      target.dataset['page'] = String(page);
    };
    const fail = () => {
      if (isCurrent) setFailed(true);
    };
    const timer = setTimeout(fail, longestDrawingMs);
    // A page change before the end of rendering cancels it, which is no error.
    draw()
      .catch(fail)
      .finally(() => clearTimeout(timer));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      cancel?.();
    };
  }, [pdf, page]);

  if (hasFailed) return <p className={layout['muted']}>{t('agent:preview.none')}</p>;
  if (pdf === undefined) return <PageSkeleton />;
  const words = t('agent:preview.page', { page, count: pdf.numPages });
  return (
    <div>
      {pdf.numPages === 1 ? null : (
        <Group gap="xs" mb="xs">
          <Button
            variant="default"
            size="sm"
            px={8}
            disabled={page === 1}
            aria-label={t('agent:preview.previous')}
            onClick={() => setPage(page - 1)}
          >
            <IconChevronLeft size={18} aria-hidden data-mirrored />
          </Button>
          <span role="status">{words}</span>
          <Button
            variant="default"
            size="sm"
            px={8}
            disabled={page === pdf.numPages}
            aria-label={t('agent:preview.next')}
            onClick={() => setPage(page + 1)}
          >
            <IconChevronRight size={18} aria-hidden data-mirrored />
          </Button>
        </Group>
      )}
      <div>
        <Box component="canvas" ref={canvas} w="100%" bg="#fff">
          {words}
        </Box>
      </div>
    </div>
  );
}
