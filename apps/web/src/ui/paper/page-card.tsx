import { ActionIcon, Group } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCrop,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './paper.module.css';
import type { RenderedPicture } from './picture.ts';
import { ShownPicture } from './shown-picture.tsx';

export type PageAct = 'turn' | 'crop' | 'up' | 'down' | 'remove';

const acts: readonly (readonly [PageAct, ReactNode])[] = [
  ['turn', <IconRotateClockwise key="turn" size={20} aria-hidden />],
  ['crop', <IconCrop key="crop" size={20} aria-hidden />],
  ['up', <IconArrowUp key="up" size={20} aria-hidden />],
  ['down', <IconArrowDown key="down" size={20} aria-hidden />],
  ['remove', <IconTrash key="remove" size={20} aria-hidden />],
];

/** Element id of a page's button, for moving the focus there. */
export const actId = (id: string, act: PageAct): string => `paper-${id}-${act}`;

export function PageCard({
  id,
  number,
  total,
  picture,
  onAct,
}: {
  id: string;
  /** From 1. */
  number: number;
  total: number;
  picture: RenderedPicture | undefined;
  onAct: (act: PageAct) => void;
}) {
  const { t } = useTranslation('paper');
  const isOff = { up: number === 1, down: number === total } as Readonly<
    Partial<Record<PageAct, boolean>>
  >;
  return (
    <li className={styles['page']}>
      <div className={styles['thumb']}>
        {picture === undefined ? null : <ShownPicture blob={picture.jpeg} alt="" />}
      </div>
      <div>
        <p>{t('pageOf', { number, total })}</p>
        <Group gap={4}>
          {acts.map(([act, icon]) => (
            <ActionIcon
              key={act}
              id={actId(id, act)}
              variant="default"
              size={42}
              disabled={isOff[act] === true}
              aria-label={t(`acts.${act}`, { number })}
              onClick={() => onAct(act)}
            >
              {icon}
            </ActionIcon>
          ))}
        </Group>
      </div>
    </li>
  );
}
