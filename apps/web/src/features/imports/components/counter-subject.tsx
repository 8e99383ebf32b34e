import { Stack } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { BoundCheckboxGroup, BoundRadio, BoundSelect } from '../../../ui/form/index.ts';
import JourneyQuestions from '../../../domain/requests/journey-questions.tsx';
import { BoundMultiSelect } from '../../../ui/form/multi-select-field.tsx';
import {
  counterQuestions,
  type CounterChoices,
  type CounterValues,
} from '../rules/counter-form.ts';

/** A list of fewer choices is shown as a whole. */
const fewChoices = 9;

/** Services of the organisation, or one of its journeys with its questions. Needs a form context. */
export function CounterSubject({ choices }: { choices: CounterChoices }) {
  const { t } = useTranslation('imports');
  const [subject, journeyDef] = useFormContext<CounterValues>().watch(['subject', 'journeyDef']);
  const questions = counterQuestions({ subject, journeyDef }, choices);
  const services = choices.services.map(({ code, libelle }) => ({ value: code, label: libelle }));
  const journeys = choices.journeys.map(({ id, title }) => ({ value: String(id), label: title }));
  const Services = services.length < fewChoices ? BoundCheckboxGroup : BoundMultiSelect;
  return (
    <Stack gap="xs">
      {services.length === 0 || journeys.length === 0 ? null : (
        <BoundRadio<CounterValues>
          name="subject"
          label={t('counter.subject.what')}
          choices={(['services', 'journey'] as const).map((value) => ({
            value,
            label: t(`counter.subject.${value}`),
          }))}
        />
      )}
      {subject === 'services' ? (
        <Services<CounterValues>
          name="services"
          label={t('counter.subject.services')}
          choices={services}
          required
        />
      ) : (
        <BoundSelect<CounterValues>
          name="journeyDef"
          label={t('counter.subject.journey')}
          choices={journeys}
          required
        />
      )}
      {questions.length === 0 ? null : (
        <JourneyQuestions key={journeyDef} questions={questions} isFiled />
      )}
    </Stack>
  );
}
