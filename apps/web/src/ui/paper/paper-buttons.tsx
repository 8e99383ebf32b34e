import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconFileText, IconPhoto } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../lib/format/formats.ts';
import { onFileSent } from '../../lib/uploads/sent-files.ts';
import { lazyDialog } from '../slots.ts';
import { choosePictures } from './choose-pictures.ts';
import { deletePages, readPages } from './stored-pages.ts';

// Loaded with the first pages, together with the crop and PDF code.
const PaperDialog = lazyDialog(() => import('./paper-dialog.tsx'));

export interface PhotographedPages {
  readonly isOpen: boolean;
  readonly taken: readonly File[];
  readonly open: (taken: readonly File[]) => void;
  readonly close: () => void;
}

export function usePhotographedPages(): PhotographedPages {
  const [isOpen, setOpen] = useState(false);
  const [taken, setTaken] = useState<readonly File[]>([]);
  return {
    isOpen,
    taken,
    open: (files) => {
      setTaken(files);
      setOpen(true);
    },
    close: () => {
      setOpen(false);
      setTaken([]);
    },
  };
}

function useStoredPageCount(place: string | undefined): readonly [number, () => void] {
  const [count, setCount] = useState(0);
  const [reads, setLooked] = useState(0);
  useEffect(() => {
    if (place === undefined) return undefined;
    let isOver = false;
    void readPages(place).then((pages) => {
      if (!isOver) setCount(pages.length);
    });
    return () => {
      isOver = true;
    };
  }, [place, reads]);
  const again = useCallback(() => setLooked((times) => times + 1), []);
  return [count, again];
}

/** Alternatives to choosing a PDF: the camera on touch devices, the device's images, and pages stored before. */
export function PaperButtons({
  pages,
  label,
  name,
  keptAs,
  limit,
  disabled,
  onDocument,
}: {
  pages: PhotographedPages;
  label: string;
  name: string;
  keptAs: string | undefined;
  limit: number;
  disabled: boolean;
  onDocument: (file: File) => void;
}) {
  const { t } = useTranslation('paper');
  const hasCamera = useMediaQuery('(any-pointer: coarse)', false, {
    getInitialValueInEffect: false,
  });
  const [kept, lookAgain] = useStoredPageCount(keptAs);
  const named = (text: string) => `${text} — ${isolated(label)}`;
  const title = name.replace(/[\\/:*?"<>|\s]+/g, ' ').trim();
  return (
    <>
      {hasCamera ? (
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconCamera size={18} aria-hidden />}
          aria-label={named(t('buttons.photos'))}
          onClick={() => choosePictures('camera', pages.open)}
        >
          {t('buttons.photos')}
        </Button>
      ) : null}
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconPhoto size={18} aria-hidden />}
        aria-label={named(t('buttons.pictures'))}
        onClick={() => choosePictures('device', pages.open)}
      >
        {t('buttons.pictures')}
      </Button>
      {kept > 0 ? (
        <Button
          variant="light"
          disabled={disabled}
          leftSection={<IconFileText size={18} aria-hidden />}
          aria-label={named(t('buttons.kept', { number: kept }))}
          onClick={() => pages.open([])}
        >
          {t('buttons.kept', { number: kept })}
        </Button>
      ) : null}
      <PaperDialog
        opened={pages.isOpen}
        label={label}
        place={keptAs}
        name={title}
        limit={limit}
        taken={pages.taken}
        hasCamera={hasCamera}
        onClose={() => {
          pages.close();
          lookAgain();
        }}
        onDocument={(file) => {
          if (keptAs !== undefined) {
            onFileSent(file, () => {
              void deletePages(keptAs).then(lookAgain);
            });
          }
          onDocument(file);
        }}
      />
    </>
  );
}
