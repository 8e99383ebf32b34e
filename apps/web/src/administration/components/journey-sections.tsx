import { Button, Group, Stack } from '@mantine/core';
import { questionKinds } from '@wasl/contracts';
import { referenceLimits } from '@wasl/contracts/administration';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { BoundDate } from '../../ui/form/bound-date.tsx';
import { BoundNumber, BoundSelect, BoundTextField } from '../../ui/form/index.ts';
import { Columns } from '../../ui/layout/columns.tsx';
import { useFormats } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import type { CallResponse } from '../api/client.ts';
import {
  hasOptions,
  type JourneyNames,
  type JourneyValues,
  newOption,
  newQuestion,
  newTask,
  noTexts,
} from '../rules/reference-values.ts';
import { BoundCheckbox } from './bound-checkbox.tsx';
import { EditableRows } from './editable-rows.tsx';
import { TextName, TextsFields } from './texts-fields.tsx';

export type Choices = CallResponse<'readJourneyChoices'>;

export function JourneyCard({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <Stack component="section" className={layout['card']}>
      <div>
        <h2 className={layout['title']}>{title}</h2>
        {hint === undefined ? null : <p className={layout['lead']}>{hint}</p>}
      </div>
      {children}
    </Stack>
  );
}

export function General() {
  const { t } = useTranslation('administration');
  return (
    <JourneyCard title={t('reference.sections.general')}>
      <TextsFields
        fields={[
          { name: 'journey.title', label: t('reference.fields.title'), max: referenceLimits.label },
          {
            name: 'journey.description',
            label: t('reference.fields.description'),
            max: referenceLimits.description,
            rows: 5,
          },
        ]}
      />
      <Columns min={220}>
        <BoundDate name="journey.startDate" label={t('reference.fields.startDate')} />
        <BoundDate name="journey.endDate" label={t('reference.fields.endDate')} />
      </Columns>
      <BoundCheckbox
        name="journey.active"
        label={t('reference.fields.active')}
        hint={t('reference.activeHint')}
      />
    </JourneyCard>
  );
}

export function Conditions() {
  const { t } = useTranslation('administration');
  return (
    <JourneyCard title={t('reference.sections.conditions')} hint={t('reference.conditionsHint')}>
      <EditableRows
        name="journey.conditions"
        label={t('reference.sections.conditions')}
        nameOf={(index) => (
          <TextName
            name={`journey.conditions.${String(index)}`}
            fallback={t('reference.newCondition')}
          />
        )}
        newRow={noTexts}
        addLabel={t('reference.addCondition')}
        isRemovable={() => true}
      >
        {(index) => (
          <TextsFields
            fields={[
              {
                name: `journey.conditions.${String(index)}`,
                label: t('reference.fields.text'),
                max: referenceLimits.condition,
                rows: 2,
              },
            ]}
          />
        )}
      </EditableRows>
    </JourneyCard>
  );
}

function DocumentName({ index, names }: { index: number; names: JourneyNames }) {
  const { t } = useTranslation('administration');
  const name = `journey.documents.${String(index)}`;
  const [code, isRequired] = useWatch({ name: [`${name}.code`, `${name}.mandatory`] }) as [
    string,
    boolean,
  ];
  if (code === '') return t('reference.newDocument');
  return (
    <>
      <bdi>{names.document(code)}</bdi>
      {isRequired ? ' *' : ''}
    </>
  );
}

export function Documents({ choices, names }: { choices: Choices; names: JourneyNames }) {
  const { t } = useTranslation('administration');
  const chosen = useWatch<JourneyValues, 'journey.documents'>({ name: 'journey.documents' });
  const choicesOf = (index: number) => {
    const others = chosen.filter((_, place) => place !== index).map(({ code }) => code);
    const own = chosen[index]?.code ?? '';
    // A hidden type of document stays where a journey names it.
    const hidden = own === '' || choices.documents.some(({ code }) => code === own) ? [] : [own];
    return [
      ...hidden.map((code) => ({ value: code, label: names.document(code) })),
      ...choices.documents
        .filter(({ code }) => !others.includes(code))
        .map(({ code, label }) => ({ value: code, label })),
    ];
  };
  return (
    <JourneyCard title={t('reference.sections.documents')} hint={t('reference.documentsHint')}>
      <EditableRows
        name="journey.documents"
        label={t('reference.sections.documents')}
        nameOf={(index) => <DocumentName index={index} names={names} />}
        newRow={{ code: '', mandatory: true }}
        addLabel={t('reference.addDocument')}
        isRemovable={() => true}
      >
        {(index) => (
          <>
            <BoundSelect
              name={`journey.documents.${String(index)}.code`}
              label={t('reference.fields.document')}
              required
              choices={choicesOf(index)}
            />
            <BoundCheckbox
              name={`journey.documents.${String(index)}.mandatory`}
              label={t('reference.fields.required')}
            />
          </>
        )}
      </EditableRows>
    </JourneyCard>
  );
}

function QuestionEditor({ index }: { index: number }) {
  const { t } = useTranslation(['administration', 'common']);
  const at = `journey.questions.${String(index)}`;
  const options = useFieldArray({ name: `${at}.options` });
  const [kind, code] = useWatch({ name: [`${at}.kind`, `${at}.code`] }) as [
    (typeof questionKinds)[number],
    string | null,
  ];
  const isChoice = hasOptions(kind);
  return (
    <>
      <BoundSelect
        name={`${at}.kind`}
        label={t('reference.fields.kind')}
        required
        disabled={code !== null}
        {...(code === null ? {} : { hint: t('reference.kindStays') })}
        choices={questionKinds.map((one) => ({
          value: one,
          label: t(`reference.question.${one}`),
        }))}
      />
      <TextsFields
        fields={[
          {
            name: `${at}.label`,
            label: t('reference.fields.label'),
            max: referenceLimits.question,
          },
          {
            name: `${at}.help`,
            label: t('reference.fields.help'),
            max: referenceLimits.help,
            rows: 2,
            isOptional: true,
          },
          ...(isChoice
            ? options.fields.map((option, place) => ({
                name: `${at}.options.${String(place)}.label`,
                label: t('reference.option', { number: place + 1 }),
                max: referenceLimits.question,
                action: (
                  <button
                    type="button"
                    key={option.id}
                    className={layout['link']}
                    onClick={() => options.remove(place)}
                  >
                    {t('reference.removeOption', { number: place + 1 })}
                  </button>
                ),
              }))
            : []),
        ]}
      />
      {isChoice ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() =>
              options.append(newOption, {
                focusName: `${at}.options.${String(options.fields.length)}.label.fr`,
              })
            }
          >
            {t('reference.addOption')}
          </Button>
        </Group>
      ) : null}
      <BoundCheckbox name={`${at}.required`} label={t('reference.fields.required')} />
    </>
  );
}

export function Questions() {
  const { t } = useTranslation('administration');
  return (
    <JourneyCard title={t('reference.sections.questions')} hint={t('reference.questionsHint')}>
      <EditableRows
        name="journey.questions"
        label={t('reference.sections.questions')}
        nameOf={(index) => (
          <TextName
            name={`journey.questions.${String(index)}.label`}
            fallback={t('reference.newQuestion')}
          />
        )}
        newRow={newQuestion}
        addLabel={t('reference.addQuestion')}
        isRemovable={() => true}
      >
        {(index) => <QuestionEditor index={index} />}
      </EditableRows>
    </JourneyCard>
  );
}

function TaskName({ index, names }: { index: number; names: JourneyNames }) {
  const { t } = useTranslation('administration');
  const at = `journey.tasks.${String(index)}`;
  const [service, organisation] = useWatch({ name: [`${at}.service`, `${at}.organisationId`] }) as [
    string,
    string,
  ];
  if (service === '') return t('reference.newTask');
  return (
    <>
      <bdi>{names.service(service)}</bdi>
      {organisation === '' ? null : (
        <>
          {' – '}
          <bdi>{names.organisation(Number(organisation))}</bdi>
        </>
      )}
    </>
  );
}

function TaskEditor({
  index,
  choices,
  names,
}: {
  index: number;
  choices: Choices;
  names: JourneyNames;
}) {
  const { t } = useTranslation('administration');
  const { daysNarrow } = useFormats();
  const at = `journey.tasks.${String(index)}`;
  const { getValues } = useFormContext();
  const service = useWatch({ name: `${at}.service` }) as string;
  const organisation = String(getValues(`${at}.organisationId`) ?? '');
  const offers = ({ services }: Choices['organisations'][number]) => services.includes(service);
  // Those that offer the service come first.
  const organisations = [
    ...choices.organisations.filter(offers),
    ...choices.organisations.filter((one) => !offers(one)),
  ].map((one) => ({
    value: String(one.id),
    label:
      service === '' || offers(one) ? one.title : t('reference.notOffered', { name: one.title }),
  }));
  const usual = choices.services.find(({ code }) => code === service)?.days ?? null;
  const withOwn = (
    list: readonly { readonly value: string; readonly label: string }[],
    value: string,
    name: (value: string) => string,
  ) =>
    value === '' || list.some((one) => one.value === value)
      ? list
      : [{ value, label: name(value) }, ...list];
  return (
    <>
      <BoundSelect
        name={`${at}.service`}
        label={t('reference.fields.service')}
        required
        choices={withOwn(
          choices.services.map(({ code, label }) => ({ value: code, label })),
          service,
          names.service,
        )}
      />
      <BoundSelect
        name={`${at}.organisationId`}
        label={t('reference.fields.organisation')}
        required
        choices={withOwn(organisations, organisation, (id) => names.organisation(Number(id)))}
      />
      <BoundNumber
        name={`${at}.days`}
        label={t('reference.fields.days')}
        kind="whole"
        words={daysNarrow}
        {...(usual === null ? {} : { hint: t('reference.usualDays', { count: usual }) })}
      />
      {index === 0 ? null : (
        <BoundCheckbox
          name={`${at}.runsInParallel`}
          label={t('reference.fields.runsInParallel')}
          hint={t('reference.parallelHint')}
        />
      )}
    </>
  );
}

export function Tasks({
  choices,
  names,
  used,
}: {
  choices: Choices;
  names: JourneyNames;
  used: number;
}) {
  const { t } = useTranslation('administration');
  return (
    <JourneyCard
      title={t('reference.sections.tasks')}
      hint={used === 0 ? t('reference.tasksHint') : t('reference.usedTasks', { count: used })}
    >
      <EditableRows
        name="journey.tasks"
        label={t('reference.sections.tasks')}
        nameOf={(index) => <TaskName index={index} names={names} />}
        newRow={newTask}
        addLabel={t('reference.addTask')}
        isRemovable={() => true}
        fixed={used}
      >
        {(index) => <TaskEditor index={index} choices={choices} names={names} />}
      </EditableRows>
    </JourneyCard>
  );
}

export function Extras() {
  const { t } = useTranslation('administration');
  return (
    <JourneyCard title={t('reference.extras')}>
      <TextsFields
        fields={[
          {
            name: 'journey.comment',
            label: t('reference.fields.comment'),
            max: referenceLimits.comment,
            rows: 3,
            isOptional: true,
            hint: t('reference.commentHint'),
          },
        ]}
      />
      <BoundTextField
        name="journey.buttonUrl"
        label={t('reference.fields.buttonUrl')}
        hint={t('reference.buttonHint')}
        type="url"
        maxLength={referenceLimits.url}
      />
    </JourneyCard>
  );
}

/** The labels of what a journey may name; a code without one stays a code. */
export function namesOf(choices: Choices | undefined): JourneyNames {
  const find = (
    rows: readonly { readonly code: string; readonly label: string }[] = [],
    code = '',
  ) => rows.find((row) => row.code === code)?.label ?? code;
  return {
    document: (code) => find(choices?.documents, code),
    service: (code) => find(choices?.services, code),
    organisation: (id) => choices?.organisations.find((one) => one.id === id)?.title ?? String(id),
  };
}
