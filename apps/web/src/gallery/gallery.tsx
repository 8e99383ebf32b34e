import { Button, Group, Skeleton, Stack, useMantineColorScheme } from '@mantine/core';
import { langs, requestStatuses, stepStatuses, type Lang } from '@wasl/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import { TaskCard } from '../domain/requests/task-card.tsx';
import { ApiError } from '../lib/http/http.ts';
import { Banner } from '../ui/banner.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { FileStateTag } from '../ui/file-state.tsx';
import { BoundDate } from '../ui/form/bound-date.tsx';
import { BoundFileField } from '../ui/form/bound-file-field.tsx';
import Calendar from '../ui/form/calendar.tsx';
import {
  BoundCheckboxGroup,
  BoundNumber,
  BoundRadio,
  BoundSelect,
  BoundTextArea,
  BoundTextField,
  Form,
} from '../ui/form/index.ts';
import { BoundMultiSelect } from '../ui/form/multi-select-field.tsx';
import { BoundPasswordField } from '../ui/form/password-field.tsx';
import { PhoneField } from '../ui/form/phone-field.tsx';
import layout from '../ui/layout/layout.module.css';
import { LongText } from '../ui/long-text.tsx';
import { LtrText } from '../ui/ltr-text.tsx';
import { Menu } from '../ui/menu.tsx';
import { notify } from '../ui/notify.ts';
import { OrganisationMark } from '../ui/organisation-mark.tsx';
import { ProgressButton } from '../ui/progress-button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { UnreadBadge } from '../ui/unread-badge.tsx';
import { samples } from './samples.ts';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={layout['card']} aria-label={title}>
      <Stack gap="md">
        <h2 className={layout['title']}>
          <LtrText>{title}</LtrText>
        </h2>
        {children}
      </Stack>
    </section>
  );
}

const schemes = ['light', 'dark'] as const;

function Choices({ lang, scheme }: { lang: Lang; scheme: string }) {
  const at = (to: { lang?: string; scheme?: string }) =>
    `?${new URLSearchParams({ lang, scheme, ...to }).toString()}`;
  return (
    <Group component="nav" gap="xs">
      {langs.map((one) => (
        <Button
          key={one}
          component="a"
          href={at({ lang: one })}
          variant={one === lang ? 'filled' : 'default'}
          size="xs"
          {...(one === lang && { 'aria-current': 'page' as const })}
        >
          {one}
        </Button>
      ))}
      {schemes.map((one) => (
        <Button
          key={one}
          component="a"
          href={at({ scheme: one })}
          variant={one === scheme ? 'filled' : 'default'}
          size="xs"
          {...(one === scheme && { 'aria-current': 'page' as const })}
        >
          {one}
        </Button>
      ))}
    </Group>
  );
}

function Buttons({ action }: { action: string }) {
  return (
    <Section title="Button, ProgressButton">
      {(['filled', 'default', 'subtle'] as const).map((variant) => (
        <Group key={variant}>
          <Button variant={variant}>{action}</Button>
          <Button variant={variant} disabled>
            {action}
          </Button>
          <Button variant={variant} loading>
            {action}
          </Button>
        </Group>
      ))}
      <Group>
        <ProgressButton isRunning={false}>{action}</ProgressButton>
        <ProgressButton isRunning progress={0.4} onCancel={() => undefined}>
          {action}
        </ProgressButton>
      </Group>
    </Section>
  );
}

const values = {
  text: '',
  area: '',
  password: '',
  several: [],
  choice: null,
  radio: null,
  boxes: [],
  amount: '',
  day: null,
  phone: '',
  file: null,
};

/** Every field in one state. */
function Fields({
  lang,
  state,
}: {
  lang: Lang;
  state: 'empty' | 'faulty' | 'filled' | 'disabled';
}) {
  const { label, hint, error, text, choices } = samples[lang];
  const filled = {
    ...values,
    text,
    area: text,
    choice: '1',
    radio: '1',
    boxes: ['0', '1'],
    several: ['0', '1'],
  };
  const isFilled = state === 'filled' || state === 'disabled';
  const form = useForm<Record<string, unknown>>({
    defaultValues: isFilled
      ? {
          ...filled,
          password: text,
          amount: '1250000',
          day: '2026-11-29',
          phone: '661223344',
          file: new File(['%PDF'], 'plan-d-affaires.pdf', { type: 'application/pdf' }),
        }
      : values,
    disabled: state === 'disabled',
  });
  useEffect(() => {
    if (state !== 'faulty') return;
    for (const name of Object.keys(values)) form.setError(name, { type: 'server', message: error });
  }, [error, form, state]);
  const offered = choices.map((choice, index) => ({ value: String(index), label: choice }));
  const shared = (name: string) => ({ name, label: `${label} (${name})`, hint, required: true });
  return (
    <Section title={`Fields, ${state}`}>
      <Form form={form} onSubmit={() => Promise.resolve()} label={state}>
        <BoundTextField {...shared('text')} />
        <BoundTextArea {...shared('area')} />
        <BoundPasswordField {...shared('password')} autoComplete="new-password" />
        <BoundSelect {...shared('choice')} choices={offered} />
        <BoundMultiSelect {...shared('several')} choices={offered} />
        <BoundRadio {...shared('radio')} choices={offered} />
        <BoundCheckboxGroup {...shared('boxes')} choices={offered} />
        <BoundNumber {...shared('amount')} kind="amount" unit="MAD" />
        <BoundDate {...shared('day')} />
        <PhoneField {...shared('phone')} />
        <BoundFileField {...shared('file')} kind="pdf" />
      </Form>
    </Section>
  );
}

interface Row {
  readonly id: number;
  readonly number: string;
  readonly text: string;
}

function Lists({ lang }: { lang: Lang }) {
  const { label, text, action, error } = samples[lang];
  const rows: Row[] = [1, 2, 3].map((id) => ({ id, number: `2026-00001${String(id)}`, text }));
  const shared = {
    caption: label,
    columns: [
      {
        key: 'number',
        header: label,
        head: <LtrText>N°</LtrText>,
        sortField: 'number',
        render: ({ number }: Row) => <LtrText>{number}</LtrText>,
      },
      { key: 'text', header: label, render: ({ text: need }: Row) => need },
    ],
    rowKey: ({ id }: Row) => id,
    page: 0,
    size: 8,
    onChange: () => undefined,
    empty: <EmptyState title={label} reason={text} action={<Button>{action}</Button>} />,
  };
  return (
    <Section title="DataTable: rows, stale, loading, empty, failed; SearchBox">
      <Group>
        <SearchBox label={label} placeholder={label} search="" onSearch={() => undefined} />
      </Group>
      <DataTable {...shared} rows={rows} total={24} sort={{ field: 'number', direction: 'asc' }} />
      <DataTable {...shared} rows={rows} total={24} isStale />
      <DataTable {...shared} rows={undefined} total={undefined} />
      <DataTable {...shared} rows={[]} total={0} />
      <DataTable
        {...shared}
        rows={undefined}
        total={undefined}
        error={new ApiError(503, { code: 'UNAVAILABLE', message: error })}
        onRetry={() => undefined}
      />
    </Section>
  );
}

/** Components of the portal in their states, in a language and colour scheme of the address. */
export function Gallery({ lang, scheme }: { lang: Lang; scheme: 'light' | 'dark' }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    setColorScheme(scheme);
    // The library stores the scheme, which the portal itself must not find.
    localStorage.removeItem('mantine-color-scheme-value');
  }, [scheme, setColorScheme]);
  const { label, text, name, action, error, choices } = samples[lang];
  const [isOpen, setOpen] = useState(false);
  const steps = choices.map((choice, index) => ({ label: choice, isDone: index === 0 }));
  return (
    <Stack component="main" p="md" gap="lg" maw={960} mx="auto">
      <h1>
        <LtrText>Gallery</LtrText>
      </h1>
      <Choices lang={lang} scheme={scheme} />
      <Buttons action={action} />
      {(['empty', 'filled', 'faulty', 'disabled'] as const).map((state) => (
        <Fields key={state} lang={lang} state={state} />
      ))}
      <Section title="StatusTag, FileStateTag, UnreadBadge, OrganisationMark">
        <Group>
          {[...new Set([...requestStatuses, ...stepStatuses])].map((code) => (
            <StatusTag key={code} code={code} label={code} />
          ))}
        </Group>
        <Group>
          {(['PENDING', 'INFECTED', 'CAUTION'] as const).map((state) => (
            <FileStateTag key={state} state={state} />
          ))}
          <UnreadBadge count={3} />
          <UnreadBadge count={1200} />
          {(['sm', 'md', 'lg'] as const).map((size) => (
            <OrganisationMark key={size} title={name} size={size} />
          ))}
        </Group>
      </Section>
      <Section title="Banner">
        {(['info', 'warning', 'error', 'success'] as const).map((tone) => (
          <Banner key={tone} tone={tone} title={label}>
            {text}
          </Banner>
        ))}
      </Section>
      <Section title="TaskCard, LongText">
        <Stack component="ul" gap="md" p={0}>
          <TaskCard title={label} about={`2026-000014 · ${name}`} words={text}>
            <Button>{action}</Button>
          </TaskCard>
          <TaskCard title={label} words={text} isGoodNews>
            <Button variant="default">{action}</Button>
          </TaskCard>
        </Stack>
        <LongText text={`${text} `.repeat(12)} />
      </Section>
      <Section title="Stepper, Menu, ConfirmDialog, notices">
        <Stepper steps={steps} current={1} onGo={() => undefined} />
        <Group>
          <Menu
            label={label}
            entries={choices.map((choice, index) => ({
              key: choice,
              label: choice,
              isChosen: index === 0,
              isDisabled: index === 1,
              ...(index === 2 ? { tone: 'danger' as const } : {}),
              onChoose: () => undefined,
            }))}
          >
            {label}
          </Menu>
          <Button variant="default" onClick={() => setOpen(true)}>
            ConfirmDialog
          </Button>
          <Button variant="default" onClick={() => notify.success(text)}>
            notify.success
          </Button>
          <Button variant="default" onClick={() => notify.error(error)}>
            notify.error
          </Button>
        </Group>
        <ConfirmDialog
          opened={isOpen}
          title={label}
          confirmLabel={action}
          tone="danger"
          onConfirm={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          {text}
        </ConfirmDialog>
      </Section>
      <Section title="Calendar">
        <Calendar
          value="2026-11-29"
          min="2026-11-10"
          max={undefined}
          around={undefined}
          onPick={() => undefined}
        />
      </Section>
      <Lists lang={lang} />
      <Section title="EmptyState, ErrorState, PageSkeleton, Skeleton">
        <EmptyState title={label} reason={text} action={<Button>{action}</Button>} />
        <ErrorState error={new Error(error)} onRetry={() => undefined} />
        <Skeleton height={40} />
        <PageSkeleton />
      </Section>
    </Stack>
  );
}
