import { Button, Group, Progress, Stack } from '@mantine/core';
import { IconCamera, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Progress.css';

import { useFormats } from '../../lib/format/formats.ts';
import { Banner } from '../banner.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog, type DialogProps } from '../dialog.tsx';
import { useUnsaved } from '../use-unsaved.ts';
import layout from '../layout/layout.module.css';
import { choosePictures } from './choose-pictures.ts';
import type { StoredPage } from './stored-pages.ts';
import { maxPages, type PaperKind } from './page-budget.ts';
import { actId, PageCard, type PageAct } from './page-card.tsx';
import { PageEditor } from './page-editor.tsx';
import { rotatePage } from './page-geometry.ts';
import { joinPictures, type RenderedPicture } from './picture.ts';
import { type Paper, usePaper } from './use-paper.ts';

interface PaperProps {
  readonly kind: PaperKind;
  /** Key of the field under which the device stores pages; without it they last as long as the dialog. */
  readonly place: string | undefined;
  /** Name of the document without its extension. */
  readonly name: string;
  /** Size limit of the document in bytes. */
  readonly limit: number;
  readonly taken: readonly File[];
  readonly hasCamera: boolean;
  readonly onDocument: (file: File) => void;
}

// Preloaded while the user reviews the pages.
const pdfWriter = () => import('./make-pdf.ts');

/** Makes the document of its rendered pages. */
async function makeDocument(
  kind: PaperKind,
  pictures: readonly RenderedPicture[],
  name: string,
): Promise<File> {
  if (kind === 'image') {
    const jpeg = await joinPictures(pictures);
    return new File([jpeg], `${name}.jpg`, { type: jpeg.type });
  }
  const { makePdf } = await pdfWriter();
  const pdf = await makePdf(pictures, name);
  return new File([pdf], `${name}.pdf`, { type: pdf.type });
}

/** Size of the document against its limit, and the pending work. */
function Weight({ paper, limit }: { paper: Paper; limit: number }) {
  const { t } = useTranslation('paper');
  const formats = useFormats();
  const most = formats.bytes((limit / 1024 / 1024) * 1_000_000);
  const text = t('size', { size: formats.bytes(paper.bytes), limit: most });
  return (
    <div>
      <p role="status">{paper.waiting > 0 ? t('reading') : text}</p>
      <Progress value={(paper.bytes / limit) * 100} aria-label={text} />
    </div>
  );
}

function Refusals({ paper, kind, limit }: Pick<PaperProps, 'kind' | 'limit'> & { paper: Paper }) {
  const { t } = useTranslation('paper');
  return (
    <>
      {paper.unreadableNames.length > 0 ? (
        <Banner tone="warning" live>
          {t('unread', {
            count: paper.unreadableNames.length,
            names: paper.unreadableNames.join(', '),
          })}
        </Banner>
      ) : null}
      {paper.isFull ? (
        <Banner tone="warning" live>
          {t(kind === 'pdf' ? 'full' : 'fullImage')}
        </Banner>
      ) : null}
      {paper.waiting === 0 && paper.bytes > limit ? (
        <Banner tone="warning" live>
          {t('tooHeavy')}
        </Banner>
      ) : null}
    </>
  );
}

/** Pages of a document, the edited page, and the focus after an action. */
function usePages({
  kind,
  place,
  limit,
  taken,
}: Omit<PaperProps, 'name' | 'hasCamera' | 'onDocument'>) {
  const paper = usePaper(place, limit, maxPages[kind]);
  const { pages, add } = paper;
  const [edited, setEdited] = useState<StoredPage | null>(null);
  const toFocus = useRef<string>(undefined);
  const isAdded = useRef(false);
  useUnsaved(pages.length > 0 && !paper.isStored);

  useEffect(() => {
    if (kind === 'pdf') void pdfWriter().catch(() => undefined);
    if (!isAdded.current && taken.length > 0) add(taken);
    isAdded.current = true;
  }, [add, kind, taken]);
  useEffect(() => {
    if (toFocus.current === undefined) return;
    document.getElementById(toFocus.current)?.focus();
    toFocus.current = undefined;
  });

  const act = (page: StoredPage, at: number, what: PageAct) => {
    if (what === 'turn') paper.change(rotatePage(page));
    if (what === 'crop') setEdited(page);
    if (what === 'up' || what === 'down') {
      const to = what === 'up' ? at - 1 : at + 1;
      paper.move(page, what === 'up' ? -1 : 1);
      const isEnd = to === 0 || to === pages.length - 1;
      toFocus.current = actId(page.id, isEnd ? (what === 'up' ? 'down' : 'up') : what);
    }
    if (what === 'remove') {
      const neighbour = pages[at + 1] ?? pages[at - 1];
      paper.remove(page);
      toFocus.current = neighbour === undefined ? 'paper-pictures' : actId(neighbour.id, 'remove');
    }
  };
  const back = useCallback(() => {
    if (edited !== null) toFocus.current = actId(edited.id, 'crop');
    setEdited(null);
  }, [edited]);
  return { paper, edited, act, back };
}

function PictureButtons({ paper, hasCamera }: { paper: Paper; hasCamera: boolean }) {
  const { t } = useTranslation('paper');
  const [isEmptying, setEmptying] = useState(false);
  return (
    <>
      <Group>
        {hasCamera ? (
          <Button
            variant="default"
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={() => choosePictures('camera', paper.add)}
          >
            {t('photo')}
          </Button>
        ) : null}
        <Button
          id="paper-pictures"
          variant="default"
          leftSection={<IconPhoto size={18} aria-hidden />}
          onClick={() => choosePictures('device', paper.add)}
        >
          {t('more')}
        </Button>
        {paper.pages.length > 0 ? (
          <Button
            variant="subtle"
            color="clay"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setEmptying(true)}
          >
            {t('empty')}
          </Button>
        ) : null}
      </Group>
      <ConfirmDialog
        opened={isEmptying}
        title={t('emptyTitle')}
        confirmLabel={t('empty')}
        tone="danger"
        onConfirm={() => {
          paper.removeAll();
          setEmptying(false);
        }}
        onClose={() => setEmptying(false)}
      >
        <p>{t('emptyText')}</p>
      </ConfirmDialog>
    </>
  );
}

function Pages({
  kind,
  place,
  name,
  limit,
  taken,
  hasCamera,
  onDocument,
  onClose,
}: PaperProps & { onClose: () => void }) {
  const { t } = useTranslation('paper');
  const { paper, edited, act, back } = usePages({ kind, place, limit, taken });
  const { pages } = paper;
  const [isMaking, setMaking] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const use = async () => {
    setMaking(true);
    setFailed(false);
    try {
      const renderedPictures = pages.flatMap(({ id }) => paper.pictures.get(id) ?? []);
      onDocument(await makeDocument(kind, renderedPictures, name));
      onClose();
    } catch {
      setFailed(true);
    } finally {
      setMaking(false);
    }
  };

  if (edited !== null)
    return (
      <PageEditor
        page={edited}
        number={pages.findIndex(({ id }) => id === edited.id) + 1}
        onCancel={back}
        onDone={(page) => {
          paper.change(page);
          back();
        }}
      />
    );
  return (
    <Stack>
      <p className={layout['small']}>
        {t(kind === 'image' ? 'leadImage' : paper.isStored ? 'lead' : 'leadNotStored')}
      </p>
      <Refusals paper={paper} kind={kind} limit={limit} />
      {pages.length > 0 ? (
        <Stack component="ol" gap="xs" aria-label={t('pages')}>
          {pages.map((page, at) => (
            <PageCard
              key={page.id}
              id={page.id}
              number={at + 1}
              total={pages.length}
              picture={paper.pictures.get(page.id)}
              onAct={(what) => act(page, at, what)}
            />
          ))}
        </Stack>
      ) : null}
      <PictureButtons paper={paper} hasCamera={hasCamera} />
      {pages.length > 0 || paper.waiting > 0 ? <Weight paper={paper} limit={limit} /> : null}
      {isFailed ? (
        <Banner tone="error" live>
          {t('failed')}
        </Banner>
      ) : null}
      <div className={layout['onward']}>
        <Button
          loading={isMaking || (pages.length > 0 && paper.waiting > 0)}
          disabled={pages.length === 0 || paper.bytes > limit}
          onClick={() => void use()}
        >
          {t('use', { count: pages.length })}
        </Button>
      </div>
    </Stack>
  );
}

/** Photographed or chosen pages: sorted, rotated, cropped and combined to one document on this device. */
export default function PaperDialog({
  opened,
  onClose,
  label,
  ...props
}: PaperProps & DialogProps & { label: string }) {
  const { t } = useTranslation('paper');
  return (
    <Dialog opened={opened} onClose={onClose} size="md" title={t('title', { label })}>
      {opened ? <Pages {...props} onClose={onClose} /> : null}
    </Dialog>
  );
}
