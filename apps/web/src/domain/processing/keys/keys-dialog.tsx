import { Checkbox, Kbd } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Kbd.css';

import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { areKeysOn, type KeyAction, keyList, setKeysOn } from './key-actions.ts';

/** The shortcuts of a page, and a switch that disables them on this device. */
export default function KeysDialog({
  actions,
  ...dialog
}: DialogProps & { actions: readonly KeyAction[] }) {
  const { t } = useTranslation('agent');
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Dialog {...dialog} size="sm" title={t('keys.title')}>
      <dl className={layout['facts']}>
        {keyList
          .filter(([, action]) => actions.includes(action))
          .map(([key, action]) => (
            <Fragment key={key}>
              <dt>
                <Kbd>{key.toUpperCase()}</Kbd>
              </dt>
              <dd>{t(`keys.key.${action}`)}</dd>
            </Fragment>
          ))}
      </dl>
      <p className={layout['muted']}>{t('keys.hint')}</p>
      <Checkbox
        mt="md"
        role="switch"
        aria-checked={isOn}
        label={t('keys.switch')}
        checked={isOn}
        onChange={(event) => {
          setKeysOn(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
