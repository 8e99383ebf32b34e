import { Box, Stack } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { loadConfig } from '../../lib/http/config.ts';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import layout from '../../ui/layout/layout.module.css';
import { OrganisationContact } from './organisation-contact.tsx';

/** Contact of the portal’s own organisation; nothing where it gave none. */
export function RegionalContact() {
  const { t } = useTranslation('contact');
  const id = useId();
  const [partnerId, setPartnerId] = useState<number | null>();
  useEffect(() => {
    void loadConfig().then(({ defaultPartnerId }) => setPartnerId(defaultPartnerId));
  }, []);
  const { data, error } = useEndpoint(
    'getPartner',
    typeof partnerId === 'number' ? { params: { id: partnerId } } : null,
    { isQuiet: true },
  );
  if (partnerId === null || error !== undefined || data?.contact === null) return null;
  // About as high as a contact, so that the text below does not move. It loads too fast for a skeleton to be read.
  if (data === undefined) return <Box h={260} />;
  return (
    <Stack
      component="section"
      className={layout['box']}
      gap={10}
      bg="var(--wasl-surface)"
      aria-labelledby={id}
    >
      <h2 id={id} className={layout['title']}>
        {t('title')}
      </h2>
      <p>
        <bdi>{data.title}</bdi>
      </p>
      <OrganisationContact organisation={data.title} contact={data.contact} />
    </Stack>
  );
}
