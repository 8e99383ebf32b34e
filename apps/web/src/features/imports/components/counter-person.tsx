import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CounterPerson } from '@wasl/contracts';
import { isSearchable } from '@wasl/contracts/characters';
import { IconUserCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { directionOf } from '../../../ui/form/direction.ts';
import { useBoundField } from '../../../ui/form/form-context.ts';
import { BoundTextField } from '../../../ui/form/index.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { CounterValues } from '../rules/counter-form.ts';

const typingMs = 250;

/** The search is no form value: it may be a CIN, which drafts never store. */
function PersonSearch({ onChoose }: { onChoose: (person: CounterPerson) => void }) {
  const { t } = useTranslation('imports');
  const { shared } = useBoundField<CounterValues>({
    name: 'personId',
    label: t('counter.person.search'),
    hint: t('counter.person.hint'),
    required: true,
  });
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), typingMs);
  const isSearched = isSearchable(search);
  const { data, error, reload } = useEndpoint(
    'findCounterPeople',
    isSearched ? { body: { search } } : null,
  );
  const people = isSearched && error === undefined ? (data?.results ?? []) : [];
  const isUpToDate = text.trim() === search;
  const notice = data?.hasMore === true ? t('counter.person.more') : '';
  return (
    <Stack gap="xs">
      <TextInput
        {...shared}
        type="search"
        autoComplete="off"
        maxLength={80}
        value={text}
        {...directionOf(text)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter chooses the only person found, and never submits the form.
          event.preventDefault();
          const [only, ...others] = people;
          if (only !== undefined && others.length === 0 && isUpToDate) onChoose(only);
        }}
      />
      {people.length === 0 ? null : (
        <Stack component="ul" gap={4} aria-label={t('counter.person.results')}>
          {people.map((person) => (
            <li key={person.id}>
              <Button
                variant="default"
                fullWidth
                h="auto"
                py={8}
                justify="flex-start"
                ta="start"
                leftSection={<IconUserCircle size={18} aria-hidden />}
                onClick={() => onChoose(person)}
              >
                <span className={layout['wrap']}>
                  <bdi>{person.name}</bdi>{' '}
                  <span className={layout['small']}>
                    <LtrText>{person.email}</LtrText>
                    {person.phone === null ? null : (
                      <>
                        {' · '}
                        <LtrText>{person.phone}</LtrText>
                      </>
                    )}
                  </span>
                </span>
              </Button>
            </li>
          ))}
        </Stack>
      )}
      {isSearched && error !== undefined ? <ErrorState error={error} onRetry={reload} /> : null}
      <p role="status" className={layout['small']}>
        {isSearched && data !== undefined && people.length === 0
          ? t('counter.person.none')
          : notice}
      </p>
    </Stack>
  );
}

/** The person: one of the search, or any other by the exact address. Needs a form context. */
export function CounterPersonField() {
  const { t } = useTranslation('imports');
  const { watch, setValue, clearErrors } = useFormContext<CounterValues>();
  const [personId, personName, isByEmail] = watch(['personId', 'personName', 'isByEmail']);
  const change = useRef<HTMLButtonElement>(null);
  const wasChosen = useRef(personId !== '');
  useEffect(() => {
    // The pressed result is gone.
    if (personId !== '' && !wasChosen.current) change.current?.focus();
    wasChosen.current = personId !== '';
  }, [personId]);
  const choose = (person: { readonly id: string; readonly name: string }) => {
    setValue('personId', person.id, { shouldDirty: true });
    setValue('personName', person.name, { shouldDirty: true });
    clearErrors('personId');
  };
  const byEmail = (next: boolean) => {
    choose({ id: '', name: '' });
    setValue('isByEmail', next, { shouldDirty: true });
  };
  if (personId !== '')
    return (
      <Group gap="xs">
        <strong>{t('counter.person.chosen', { name: isolated(personName) })}</strong>
        <Button
          ref={change}
          variant="subtle"
          size="compact-md"
          onClick={() => choose({ id: '', name: '' })}
        >
          {t('counter.person.change')}
        </Button>
      </Group>
    );
  return (
    <Stack gap="xs" align="stretch">
      {isByEmail ? (
        <>
          <BoundTextField<CounterValues>
            name="email"
            type="email"
            label={t('counter.person.email')}
            hint={t('counter.person.emailHint')}
            maxLength={254}
            required
          />
          <Columns min={220}>
            <BoundTextField<CounterValues>
              name="prenom"
              label={t('counter.person.prenom')}
              maxLength={80}
              required
            />
            <BoundTextField<CounterValues>
              name="nom"
              label={t('counter.person.nom')}
              maxLength={80}
              required
            />
          </Columns>
        </>
      ) : (
        <PersonSearch onChoose={choose} />
      )}
      <div>
        <button type="button" className={layout['link']} onClick={() => byEmail(!isByEmail)}>
          {t(isByEmail ? 'counter.person.bySearch' : 'counter.person.byEmail')}
        </button>
      </div>
    </Stack>
  );
}
