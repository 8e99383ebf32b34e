import { Stack } from '@mantine/core';
import { alreadyFiled, type AlreadyFiled } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { randomUuid } from '../../../lib/drafts/random-uuid.ts';
import { formatDay } from '../../../lib/format/formats.ts';
import { ApiError, hasFieldFaults } from '../../../lib/http/http.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BoundTextArea, Form } from '../../../ui/form/index.ts';
import type { FaultPlaces } from '../../../ui/form/server-faults.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import layout from '../../../ui/layout/layout.module.css';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import { LoadingOrError } from '../../../ui/states.tsx';
import { CounterDocuments } from '../components/counter-documents.tsx';
import { CounterPersonField } from '../components/counter-person.tsx';
import { CounterResult } from '../components/counter-result.tsx';
import { CounterSubject } from '../components/counter-subject.tsx';
import {
  counterInput,
  counterSchema,
  emptyCounter,
  type CounterChoices,
  type CounterValues,
} from '../rules/counter-form.ts';

type Filed = { readonly id: number; readonly numRequest: string } | null;

/** Form fields by path of the API. */
function placesOf({ journeys }: CounterChoices): FaultPlaces {
  const questions = journeys.flatMap((journey) => journey.questions);
  return {
    fields: {
      'filing.person.email': 'email',
      'filing.person.nom': 'nom',
      'filing.person.prenom': 'prenom',
      'filing.services': 'services',
      'filing.services.0': 'services',
      'filing.journeyDef': 'journeyDef',
      'filing.description': 'description',
      'filing.urlVideo': 'urlVideo',
      ...Object.fromEntries(
        questions.map(({ code }) => [`filing.answers.${code}`, `answers.${code}`]),
      ),
    },
  };
}

function duplicateOf(error: unknown): AlreadyFiled | null {
  if (!(error instanceof ApiError) || error.code !== 'ALREADY_FILED') return null;
  return alreadyFiled.safeParse(error.details).data ?? null;
}

function CounterForm({
  choices,
  onFiled,
}: {
  choices: CounterChoices;
  onFiled: (request: Filed) => void;
}) {
  const { t } = useTranslation(['imports', 'common']);
  const [schema] = useState(() => counterSchema(choices));
  const [key] = useState(randomUuid);
  const form = useSchemaForm(schema, emptyCounter(choices, key));
  const draft = useFormDraft(form, 'counter', { alwaysAsks: true });
  const { run, isRunning, progress } = useEndpointAction('fileRequest');
  const [failure, setFailure] = useState<unknown>(null);
  const [duplicate, setDuplicate] = useState<AlreadyFiled | null>(null);

  const file = async (again: boolean): Promise<void> => {
    setFailure(null);
    try {
      const { files, ...body } = counterInput(schema.parse(form.getValues()), choices, again);
      const { data } = await run({ body, files: { files } });
      draft.clear();
      onFiled(data.request);
      await refresh('filterWorklist', 'countWorklist', 'listFiledRequests');
    } catch (error) {
      if (hasFieldFaults(error) && !again) throw error;
      const before = duplicateOf(error);
      setDuplicate(before);
      if (before === null) setFailure(error);
    }
  };
  return (
    <>
      <Form
        form={form}
        draft={draft}
        places={placesOf(choices)}
        label={t('counter.label')}
        onSubmit={() => file(false)}
      >
        <Stack className={layout['card']} gap="lg">
          <Stack component="section" gap="xs" aria-labelledby="counter-person">
            <h2 id="counter-person">{t('counter.person.title')}</h2>
            <CounterPersonField />
          </Stack>
          <Stack component="section" gap="xs" aria-labelledby="counter-subject">
            <h2 id="counter-subject">{t('counter.subject.title')}</h2>
            <CounterSubject choices={choices} />
          </Stack>
          <BoundTextArea<CounterValues>
            name="description"
            label={t('counter.need')}
            rows={3}
            maxLength={4000}
          />
          <Stack component="section" gap="xs" aria-labelledby="counter-documents">
            <h2 id="counter-documents">{t('counter.documents')}</h2>
            <CounterDocuments choices={choices} />
          </Stack>
          <FailureBanner failure={failure} />
          <div className={layout['onward']}>
            <ProgressButton type="submit" isRunning={isRunning} progress={progress}>
              {t('counter.submit')}
            </ProgressButton>
          </div>
        </Stack>
      </Form>
      <ConfirmDialog
        opened={duplicate !== null}
        title={t('counter.duplicate.title', { day: formatDay(duplicate?.filedOn ?? null) })}
        confirmLabel={t('counter.duplicate.again')}
        isDisabled={duplicate?.canFileAgain !== true}
        onClose={() => setDuplicate(null)}
        onConfirm={async () => {
          setDuplicate(null);
          await file(true);
        }}
      >
        <p>
          {t(
            duplicate?.canFileAgain === false
              ? 'counter.duplicate.waiting'
              : 'counter.duplicate.text',
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** An agent files a request for a person in front of them (docs/imports.md, "A request at the counter"). */
export default function FileRequestPage() {
  const { data, error, reload } = useEndpoint('listCounterChoices', {});
  const [filed, setFiled] = useState<Filed | undefined>(undefined);
  if (filed !== undefined)
    return <CounterResult request={filed} onAnother={() => setFiled(undefined)} />;
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return <CounterForm choices={data} onFiled={setFiled} />;
}
