import { Button, Group, Stack } from '@mantine/core';
import type { PersonAct, PersonView } from '@wasl/contracts/administration';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';

import { formatMoment, isolated, useFormats } from '../../lib/format/formats.ts';
import { isNotFound } from '../../lib/http/http.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/notify.ts';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useAttempt } from '../../ui/use-failure.ts';
import { call, fileAddress } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';
import { AccessTag } from '../components/access-tag.tsx';
import { AddressDialog } from '../components/address-dialog.tsx';
import { ActList } from '../components/act-list.tsx';
import { ErasureDialog } from '../components/erasure-dialog.tsx';
import { MergeDialog } from '../components/merge-dialog.tsx';
import { OpenMerge } from '../components/open-merge.tsx';
import { PersonRequests } from '../components/person-requests.tsx';
import { ActReasonDialog } from '../components/act-reason-dialog.tsx';

function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={layout['facts']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Moment = ({ at }: { at: string }) => <LtrText>{formatMoment(at)}</LtrText>;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" className={layout['card']} aria-label={title} gap="sm">
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}

const mailTones = { WAITING: 'progress', SENT: 'done', FAILED: 'danger', HELD: 'waiting' } as const;

function Mails({ person }: { person: PersonView }) {
  const { t } = useTranslation('administration');
  const { list } = useFormats();
  const { mails, refusedMails, limitedMails, access } = person;
  const remarks = [
    ...(access === 'unconfirmed' ? [t('person.unconfirmedMails')] : []),
    ...(refusedMails.length > 0
      ? [
          t('person.refusedMails', {
            kinds: list(refusedMails.map((kind) => t(`person.kinds.${kind}`))),
          }),
        ]
      : []),
    ...limitedMails.map((kind) => t(`person.limited.${kind}`)),
    t('person.mailRetention'),
  ];
  return (
    <Part title={t('person.mails')}>
      {remarks.map((remark) => (
        <p key={remark} className={layout['small']}>
          {remark}
        </p>
      ))}
      <Stack component="ul" gap="xs">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Group gap="xs">
              <StatusTag
                tone={mailTones[mail.state]}
                label={t(`person.mailStates.${mail.state}`)}
                isSmall
              />
              <span>{mail.subject}</span>
            </Group>
            {mail.merged === null ? null : (
              <p className={layout['small']}>
                {mail.merged.length === 0
                  ? t('person.merged')
                  : t('person.mergedMails', { subjects: list(mail.merged.map(isolated)) })}
              </p>
            )}
            <p className={layout['small']}>
              <Moment at={mail.sentAt ?? mail.nextAttemptAt ?? mail.writtenAt} />
              {mail.error === null ? null : (
                <>
                  {' · '}
                  <LtrText>{mail.error}</LtrText>
                </>
              )}
            </p>
          </li>
        ))}
      </Stack>
      {mails.length === 0 ? <p>{t('person.noMails')}</p> : null}
    </Part>
  );
}

function Acts({ person: { acts } }: { person: PersonView }) {
  const { t } = useTranslation('administration');
  return acts.length === 0 ? null : (
    <Part title={t('person.acts')}>
      <ActList acts={acts} />
    </Part>
  );
}

type Asked = 'suspend' | 'reopen' | 'address' | 'merge' | 'erase';

function PersonActions({ person, onDone }: { person: PersonView; onDone: () => unknown }) {
  const { t } = useTranslation('administration');
  const attempt = useAttempt();
  const [isRunning, setRunning] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const navigate = useNavigate();
  const { id, access } = person;
  const act = async (which: PersonAct, reason: string | null = null): Promise<void> => {
    const { refusal } = await call('actOnPerson', {
      params: { id },
      body: { act: which, reason },
    });
    if (refusal === null) notify.success(t(`person.done.${which}`));
    else notify.info(t(`person.refusals.${refusal}`));
    await refresh('readPerson', 'findPeople', 'readWaiting');
    onDone();
  };
  const run = (which: PersonAct) =>
    attempt(async () => {
      setRunning(true);
      try {
        await act(which);
      } finally {
        setRunning(false);
      }
    });
  const next =
    access === 'unconfirmed' ? (
      <Button loading={isRunning} onClick={() => run('confirm')}>
        {t('person.do.confirm')}
      </Button>
    ) : access === 'closed' ? (
      <Button onClick={() => setAsked('reopen')}>{t('person.do.reopen')}</Button>
    ) : access === 'awaitingApproval' ? (
      <Button component={Link} to="/approvals#agents">
        {t('person.do.approve')}
      </Button>
    ) : null;
  const entry = (
    key: PersonAct | 'address' | 'merge' | 'erase',
    onChoose: () => unknown,
    tone?: 'danger',
  ) => ({
    key,
    label: t(`person.do.${key}`),
    onChoose,
    ...(tone === undefined ? {} : { tone }),
  });
  return (
    <>
      <Group gap="xs">
        {next}
        <Menu
          label={t('person.more')}
          button={{ variant: 'default', leftSection: <IconDots size={20} aria-hidden /> }}
          entries={[
            ...(access === 'unconfirmed' ? [entry('resend', () => run('resend'))] : []),
            entry('address', () => setAsked('address')),
            ...(person.role === 'BENEFICIAIRE' && person.merge === null
              ? [entry('merge', () => setAsked('merge'))]
              : []),
            ...(person.sessions === 0 ? [] : [entry('endSessions', () => run('endSessions'))]),
            ...(person.hasSecondFactor
              ? [entry('resetSecondFactor', () => run('resetSecondFactor'))]
              : []),
            {
              key: 'export',
              label: t('person.do.export'),
              onChoose: () => window.location.assign(fileAddress(`/people/${id}/data`)),
            },
            ...(access === 'closed' ? [] : [entry('suspend', () => setAsked('suspend'), 'danger')]),
            entry('erase', () => setAsked('erase'), 'danger'),
          ]}
        >
          {t('person.more')}
        </Menu>
      </Group>
      <ActReasonDialog
        act={asked === 'suspend' || asked === 'reopen' ? asked : undefined}
        name={person.name}
        onSend={act}
        onClose={() => setAsked(undefined)}
      />
      <AddressDialog
        opened={asked === 'address'}
        person={person}
        onDone={async () => {
          await refresh('readPerson', 'findPeople');
          onDone();
        }}
        onClose={() => setAsked(undefined)}
      />
      <MergeDialog
        opened={asked === 'merge'}
        person={person}
        onDone={async () => {
          await refresh('readPerson');
          onDone();
        }}
        onClose={() => setAsked(undefined)}
      />
      <ErasureDialog
        opened={asked === 'erase'}
        person={person}
        onDone={async () => {
          notify.success(t('person.done.erase'));
          await navigate('/people', { replace: true });
          await refresh('findPeople', 'readWaiting');
        }}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

/** One person: what they can do, the next move of the administrator, mails with reasons, requests and acts. */
export default function PersonPage() {
  const { t } = useTranslation('administration');
  const { id = '' } = useParams();
  const { data: person, error, reload } = useCall('readPerson', { params: { id } });
  if (person === undefined && isNotFound(error)) {
    return (
      <div className={layout['card']}>
        <EmptyState title={t('people.gone')} reason={t('people.goneReason')} />
      </div>
    );
  }
  if (person === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const { name, email, phone, organisation, createdAt, sessions } = person;
  return (
    <Stack>
      <Stack component="section" className={layout['card']} aria-label={name}>
        <Group justify="space-between" align="flex-start">
          <div>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <p className={layout['wrap']}>
              <LtrText>{email}</LtrText>
            </p>
          </div>
          <AccessTag access={person.access} />
        </Group>
        <PersonActions person={person} onDone={reload} />
        <Facts
          rows={[
            [t('person.role'), t(`person.roles.${person.role}`)],
            ...(organisation === null
              ? []
              : [[t('person.organisation'), <bdi key="title">{organisation}</bdi>] as const]),
            ...(phone === null
              ? []
              : [[t('person.phone'), <LtrText key="phone">{phone}</LtrText>] as const]),
            [t('person.since'), <Moment key="since" at={createdAt} />],
            [t('person.sessions'), String(sessions)],
            [t('person.secondFactor'), t(person.hasSecondFactor ? 'person.on' : 'person.off')],
          ]}
        />
      </Stack>
      {person.merge === null ? null : (
        <OpenMerge person={person} merge={person.merge} onDone={reload} />
      )}
      <Mails person={person} />
      <PersonRequests person={person} onDone={reload} />
      <Acts person={person} />
    </Stack>
  );
}
