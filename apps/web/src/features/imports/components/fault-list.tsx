import { Box, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import type { FaultBox } from '../rules/fault-boxes.ts';

/** Boxes shown at first: a file can have a thousand. */
const portion = 20;

export function FaultList({
  boxes,
  remarks,
}: {
  boxes: readonly FaultBox[];
  /** Heading for remarks instead of errors. */
  remarks?: string;
}) {
  const { t } = useTranslation(['imports', 'words']);
  const [shown, setShown] = useState(portion);
  return (
    <Stack component="section" gap="sm" aria-label={remarks ?? t('faults')}>
      <Stack component="ul" gap="sm">
        {boxes.slice(0, shown).map((box) => (
          <Box
            component="li"
            p="10px 14px"
            key={'line' in box ? box.line : box.key}
            className={layout[remarks === undefined ? 'faults' : 'sunken']}
          >
            <p className={layout['strong']}>
              {'line' in box ? (
                remarks === undefined ? (
                  t('words:generic.lineErrors', { line: box.line })
                ) : (
                  t('line', { line: box.line })
                )
              ) : (
                <LtrText>{box.key}</LtrText>
              )}
            </p>
            <ul className={layout['bullets']}>
              {box.items.map((item, index) => (
                <li key={`${String(index)}-${item}`}>{item}</li>
              ))}
            </ul>
          </Box>
        ))}
      </Stack>
      {boxes.length > shown ? (
        <Button variant="default" onClick={() => setShown((now) => now + portion)}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  );
}
