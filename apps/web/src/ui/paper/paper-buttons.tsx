import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconFileText, IconPhoto, IconUpload } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../lib/format/formats.ts';
import { onFileSent } from '../../lib/uploads/sent-files.ts';
import { Menu } from '../menu.tsx';
import { lazyDialog } from '../slots.ts';
import { choosePictures } from './choose-pictures.ts';
import type { PaperKind } from './page-budget.ts';
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

/** One button for each way to a document, or one menu that also offers the file. */
type PaperLayout = { readonly is: 'buttons' } | ({ readonly is: 'menu' } & PaperMenu);

interface PaperMenu {
  readonly id: string;
  readonly describedBy: string;
  /** Whether the choice replaces a chosen file. */
  readonly isReplacing: boolean;
  readonly onFile: () => void;
}

/** Ways to a document of photographs: the camera on touch devices, the device's images, and pages stored before. */
export function PaperButtons({
  pages,
  as,
  label,
  name,
  kind,
  pagesKey,
  limit,
  disabled,
  onDocument,
}: {
  pages: PhotographedPages;
  as: PaperLayout;
  label: string;
  name: string;
  kind: PaperKind;
  pagesKey: string | undefined;
  limit: number;
  disabled: boolean;
  onDocument: (file: File) => void;
}) {
  const { t } = useTranslation(['paper', 'common']);
  const hasCamera = useMediaQuery('(any-pointer: coarse)', false, {
    getInitialValueInEffect: false,
  });
  const [storedCount, lookAgain] = useStoredPageCount(pagesKey);
  const named = (text: string) => `${text} — ${isolated(label)}`;
  const title = name.replace(/[\\/:*?"<>|\s]+/g, ' ').trim();
  const ways = [
    ...(storedCount > 0
      ? [
          {
            key: 'stored',
            Icon: IconFileText,
            label: t('buttons.stored', { number: storedCount }),
            onChoose: () => pages.open([]),
          },
        ]
      : []),
    ...(hasCamera
      ? [
          {
            key: 'camera',
            Icon: IconCamera,
            label: t('buttons.photos'),
            onChoose: () => choosePictures('camera', pages.open),
          },
        ]
      : []),
    {
      key: 'pictures',
      Icon: IconPhoto,
      label: t('buttons.pictures'),
      onChoose: () => choosePictures('device', pages.open),
    },
  ];
  const pick = t(as.is === 'menu' && as.isReplacing ? 'common:file.change' : 'common:actions.add');
  return (
    <>
      {as.is === 'buttons' ? (
        ways.map(({ key, Icon, label: way, onChoose }) => (
          <Button
            key={key}
            variant={key === 'stored' ? 'light' : 'default'}
            disabled={disabled}
            leftSection={<Icon size={18} aria-hidden />}
            aria-label={named(way)}
            onClick={onChoose}
          >
            {way}
          </Button>
        ))
      ) : (
        <Menu
          label={named(pick)}
          button={{
            id: as.id,
            'aria-describedby': as.describedBy,
            variant: 'default',
            disabled,
          }}
          entries={[
            ...ways.map(({ Icon, ...way }) => ({ ...way, icon: <Icon size={18} aria-hidden /> })),
            {
              key: 'file',
              icon: <IconUpload size={18} aria-hidden />,
              label: t('common:file.choose'),
              onChoose: as.onFile,
            },
          ]}
        >
          {pick}
        </Menu>
      )}
      <PaperDialog
        opened={pages.isOpen}
        label={label}
        kind={kind}
        place={pagesKey}
        name={title}
        limit={limit}
        taken={pages.taken}
        hasCamera={hasCamera}
        onClose={() => {
          pages.close();
          lookAgain();
        }}
        onDocument={(file) => {
          if (pagesKey !== undefined) {
            onFileSent(file, () => {
              void deletePages(pagesKey).then(lookAgain);
            });
          }
          onDocument(file);
        }}
      />
    </>
  );
}
