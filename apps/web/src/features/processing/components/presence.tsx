import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../../lib/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { usePresence } from './use-presence.ts';

/** Which colleagues have this file open too; nobody is kept from writing. */
export function Presence({ stepId }: { stepId: number }) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const names = usePresence(stepId);
  return (
    <div role="status" className={layout['quiet']}>
      {names.length === 0 ? null : (
        <>
          <IconUsers size={18} aria-hidden />
          <span>
            {t('presence', { count: names.length, names: formats.names(names.map(isolated)) })}
          </span>
        </>
      )}
    </div>
  );
}
