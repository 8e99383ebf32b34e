import { Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconRotateClockwise, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReactCrop, type PercentCrop } from 'react-image-crop';

import 'react-image-crop/dist/ReactCrop.css';
import './crop-handles.css';

import { Actions } from '../layout/actions.tsx';
import layout from '../layout/layout.module.css';
import type { StoredPage } from './stored-pages.ts';
import { rotatePage, fullPage } from './page-geometry.ts';
import styles from './paper.module.css';
import { renderPicture } from './picture.ts';
import { ShownPicture } from './shown-picture.tsx';

/** A smaller share of the picture is an accidental crop. */
const leastShare = 0.05;

export function PageEditor({
  page: first,
  number,
  onDone,
  onCancel,
}: {
  page: StoredPage;
  number: number;
  onDone: (page: StoredPage) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['paper', 'common']);
  const [page, setPage] = useState(first);
  const [picture, setPicture] = useState<Blob>();
  const { turn, picture: taken, width, height } = page;
  useEffect(() => {
    let isOver = false;
    const uncut = { picture: taken, width, height, turn, crop: fullPage };
    const show = (blob: Blob) => {
      if (!isOver) setPicture(blob);
    };
    renderPicture(uncut, Infinity).then(({ jpeg }) => show(jpeg), onCancel);
    return () => {
      isOver = true;
    };
  }, [taken, width, height, turn, onCancel]);

  const { crop } = page;
  const shown: PercentCrop = {
    unit: '%',
    x: crop.x * 100,
    y: crop.y * 100,
    width: crop.width * 100,
    height: crop.height * 100,
  };
  const cut = (next: PercentCrop) => {
    if (next.width < leastShare * 100 || next.height < leastShare * 100) return;
    const share = (percent: number) => Math.min(1, Math.max(0, percent / 100));
    setPage({
      ...page,
      crop: {
        x: share(next.x),
        y: share(next.y),
        width: share(next.width),
        height: share(next.height),
      },
    });
  };
  return (
    <Stack component="section" aria-label={t('cropOf', { number })}>
      <p className={layout['small']}>{t('cropHint')}</p>
      {/* Coordinates belong to the picture, whatever the direction of the language. */}
      <div className={styles['stage']} dir="ltr">
        {picture === undefined ? null : (
          <ReactCrop
            className="ReactCrop--no-animate"
            crop={shown}
            keepSelection
            onChange={(_pixels, percent) => cut(percent)}
            ariaLabels={{
              cropArea: t('crop.area'),
              nwDragHandle: t('crop.nw'),
              nDragHandle: t('crop.n'),
              neDragHandle: t('crop.ne'),
              eDragHandle: t('crop.e'),
              seDragHandle: t('crop.se'),
              sDragHandle: t('crop.s'),
              swDragHandle: t('crop.sw'),
              wDragHandle: t('crop.w'),
            }}
          >
            <ShownPicture
              blob={picture}
              className={styles['picture']}
              alt={t('page', { number })}
            />
          </ReactCrop>
        )}
      </div>
      <Group>
        <Button
          variant="default"
          leftSection={<IconRotateClockwise size={18} aria-hidden />}
          onClick={() => setPage(rotatePage(page))}
        >
          {t('turn')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => setPage({ ...page, crop: fullPage })}
        >
          {t('whole')}
        </Button>
      </Group>
      <Actions>
        <Button variant="default" onClick={onCancel}>
          {t('common:actions.cancel')}
        </Button>
        <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={() => onDone(page)}>
          {t('cropDone')}
        </Button>
      </Actions>
    </Stack>
  );
}
