import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { focusHeading } from '../../ui/page-title.tsx';

/** Leads to the next page of a list, and back to the first. Pages are named by `after`, the cursor of their start. */
export function NextPage({
  after,
  next,
  onChange,
}: {
  after: string;
  next: string | null;
  /** Receives the cursor of the page; null for the first. */
  onChange: (after: string | null) => void;
}) {
  const { t } = useTranslation('administration');
  const goTo = (page: string | null) => {
    onChange(page);
    window.scrollTo(0, 0);
    focusHeading();
  };
  return (
    <Group>
      {after === '' ? null : (
        <Button variant="default" onClick={() => goTo(null)}>
          {t('unrouted.first')}
        </Button>
      )}
      {next === null ? null : (
        <Button variant="default" onClick={() => goTo(next)}>
          {t('unrouted.next')}
        </Button>
      )}
    </Group>
  );
}
