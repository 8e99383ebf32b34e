import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/ActionIcon.css';

import { isolated } from '../lib/format/formats.ts';
import { notify } from './notify.ts';

/** How long its mark stays after a copy, in milliseconds. */
const markedMs = 2000;

/**
 * Copies what is dialled or typed elsewhere; the notice at the foot of the page says so aloud. Not there where the browser
 * hands no clipboard out, as on a page without a certificate.
 */
export function CopyButton({
  value,
  label,
  named = value,
}: {
  value: string;
  label: string;
  /** Said in place of what is copied: a secret is not said aloud. */
  named?: string;
}) {
  const { t } = useTranslation('common');
  const [copies, setCopies] = useState(0);
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setMarked(false), markedMs);
    return () => clearTimeout(timer);
  }, [copies]);
  // Typed as always there; it is not on a page without a certificate.
  if (!('clipboard' in navigator)) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setMarked(true);
      setCopies((count) => count + 1);
      notify.success(t('copy.done', { value: isolated(named) }));
    } catch {
      notify.error(t('copy.failed'));
    }
  };
  const Icon = isMarked ? IconCheck : IconCopy;
  return (
    <ActionIcon
      variant="subtle"
      size={44}
      aria-label={t('copy.label', { what: label, value: isolated(named) })}
      title={t('copy.label', { what: label, value: isolated(named) })}
      onClick={() => void copy()}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
