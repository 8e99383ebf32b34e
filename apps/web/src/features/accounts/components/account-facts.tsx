import { Stack } from '@mantine/core';
import {
  dayOf,
  editableBeneficiary,
  everyMember,
  kindOf,
  type PersonMember,
  type UserView,
} from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';

const notShown: readonly PersonMember[] = ['sex', 'nationality', 'countryOfResidence'];
/** Members of the sign-up that the form above does not edit. */
const members = (Object.keys(everyMember) as PersonMember[]).filter(
  (name) => !(name in editableBeneficiary) && !notShown.includes(name),
);
const numbers: readonly PersonMember[] = ['numCin', 'ice', 'ifu'];

function shown(name: PersonMember, value: UserView[PersonMember]): ReactNode {
  if (value === null) return null;
  if (typeof value === 'object') return value.libelle;
  if (kindOf(name)?.kind === 'day') return <LtrText>{formatDay(value)}</LtrText>;
  return numbers.includes(name) ? <LtrText>{value}</LtrText> : value;
}

/** Sign-up data that are read-only here. */
export function AccountFacts({ user }: { user: UserView }) {
  const { t } = useTranslation(['profile', 'words']);
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('facts.type'), user.typeBeneficiaire === null ? null : t(`facts.${user.typeBeneficiaire}`)],
    [
      t('facts.consent'),
      user.consent === null ? null : (
        <LtrText>
          {t('facts.agreed', {
            day: formatDay(dayOf(new Date(user.consent.at))),
            version: user.consent.version,
          })}
        </LtrText>
      ),
    ],
    ...members.map((name) => [t(`words:person.${name}`), shown(name, user[name])] as const),
  ];
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('facts.title')}</h2>
      <p className={layout['lead']}>{t('facts.lead')}</p>
      <dl className={layout['facts']}>
        {known.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
