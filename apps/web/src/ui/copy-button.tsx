import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/ActionIcon.css';

import { isolated } from '../lib/format/formats.ts';
import { notify } from './notify.ts';

/** Milliseconds for which the button shows the success. */
const markedMs = 2000;

/**
 * Copies a value for use elsewhere and announces it with a notice. Null where the browser has no clipboard, as on a page
 * without TLS.
 */
export function useCopy(value: string, label: string, named = value) {
  const { t } = useTranslation('common');
  // The types declare `clipboard` as always present; a page without TLS does not have it.
  if (!('clipboard' in navigator)) return null;
  const run = async (): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(value);
      notify.success(t('copy.done', { value: isolated(named) }));
      return true;
    } catch {
      notify.error(t('copy.failed'));
      return false;
    }
  };
  return { label: t('copy.label', { what: label, value: isolated(named) }), run };
}

/** Button of {@link useCopy}. */
export function CopyButton({
  value,
  label,
  named,
}: {
  value: string;
  label: string;
  /** Announced instead of the value, so that a secret is not read aloud. */
  named?: string;
}) {
  const copy = useCopy(value, label, named);
  const [copies, setCopies] = useState(0);
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setMarked(false), markedMs);
    return () => clearTimeout(timer);
  }, [copies]);
  if (copy === null) return null;
  const Icon = isMarked ? IconCheck : IconCopy;
  return (
    <ActionIcon
      variant="subtle"
      size={44}
      aria-label={copy.label}
      title={copy.label}
      onClick={async () => {
        if (!(await copy.run())) return;
        setMarked(true);
        setCopies((count) => count + 1);
      }}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
