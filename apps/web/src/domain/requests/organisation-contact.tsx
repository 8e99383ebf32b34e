import { Box, Group } from '@mantine/core';
import type { OrganisationContactView } from '@wasl/contracts';
import {
  IconBrandWhatsapp,
  IconClock,
  IconMail,
  IconMapPin,
  IconPhone,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';

function Followed({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={layout['tall']}>
      <LtrText>{children}</LtrText>
    </a>
  );
}

/** Opens a conversation; the address takes the digits without the plus. */
function WhatsApp({ number }: { number: string }) {
  return (
    <a
      href={`https://wa.me/${number.replace('+', '')}`}
      target="_blank"
      rel="noopener noreferrer"
      className={layout['tall']}
    >
      <LtrText>{number}</LtrText>
    </a>
  );
}

/** Shows only the host, by which people recognise a website. */
function Website({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={layout['tall']}>
      <LtrText>{new URL(href).hostname}</LtrText>
    </a>
  );
}

/** How an organisation is reached: each member that it gave. */
export function OrganisationContact({
  organisation,
  contact: { phone, whatsapp, email, address, openingHours, website },
}: {
  organisation: string;
  contact: OrganisationContactView;
}) {
  const { t } = useTranslation('contact');
  const contactRows: readonly (readonly [typeof IconPhone, string, ReactNode])[] = [
    [IconPhone, t('phone'), phone && <Followed href={`tel:${phone}`}>{phone}</Followed>],
    [IconBrandWhatsapp, t('whatsapp'), whatsapp && <WhatsApp number={whatsapp} />],
    [IconMail, t('email'), email && <Followed href={`mailto:${email}`}>{email}</Followed>],
    [IconMapPin, t('address'), address && <bdi>{address}</bdi>],
    [IconClock, t('openingHours'), openingHours && <bdi>{openingHours}</bdi>],
    [IconWorld, t('website'), website && <Website href={website} />],
  ];
  return (
    <div role="group" aria-label={t('of', { organisation })}>
      <dl className={layout['facts']}>
        {contactRows.map(([Icon, label, value]) =>
          value === null ? null : (
            <div key={label}>
              <Group component="dt" gap={8} wrap="nowrap">
                <Icon size={18} aria-hidden />
                {label}
              </Group>
              <Box component="dd" style={{ alignSelf: 'center' }}>
                {value}
              </Box>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
