import { Button, Group, Stack } from '@mantine/core';
import type { SavedAnswer } from '@wasl/contracts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../../lib/format/formats.ts';
import { languageNames, languages } from '../../../lib/format/language.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { useAttempt } from '../../../ui/use-failure.ts';
import { AnswerForm } from '../forms/answer-form.tsx';

function Answer({
  answer,
  onChange,
  onRemove,
}: {
  answer: SavedAnswer;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('answers');
  const formats = useFormats();
  const lang = languages.find((one) => answer.texts[one] !== null);
  const names = languages
    .filter((one) => answer.texts[one] !== null)
    .map((one) => isolated(languageNames[one]));
  return (
    <li className={layout['card']}>
      <h2 className={layout['title']}>
        <bdi>{answer.name}</bdi>
      </h2>
      <p className={layout['small']}>{t('languages', { names: formats.list(names) })}</p>
      <p className={layout['userText']} dir="auto" lang={lang}>
        {lang === undefined ? null : answer.texts[lang]}
      </p>
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={onChange}
        >
          {t('change', { name: isolated(answer.name) })}
        </Button>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={onRemove}
        >
          {t('remove', { name: isolated(answer.name) })}
        </Button>
      </Group>
    </li>
  );
}

export default function AnswersPage() {
  const { t } = useTranslation('answers');
  const attempt = useAttempt();
  const { data, error, reload } = useEndpoint('listAnswers', {});
  const remove = useEndpointAction('removeAnswer');
  /** The answer being edited; null for a new one. */
  const form = useDialog<SavedAnswer | null>();
  const removal = useDialog<SavedAnswer>();
  const unwanted = removal.about;
  const name = isolated(unwanted?.name ?? '');
  const changed = () => Promise.all([reload(), refresh('listFilledAnswers')]);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Stack className={layout['text'] ?? ''}>
      <p className={layout['lead']}>{t('lead')}</p>
      <div>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => form.open(null)}>
          {t('add')}
        </Button>
      </div>
      {data.length === 0 ? <p className={layout['muted']}>{t('none')}</p> : null}
      <Stack component="ul" aria-label={t('label')}>
        {data.map((answer) => (
          <Answer
            key={answer.id}
            answer={answer}
            onChange={() => form.open(answer)}
            onRemove={() => removal.open(answer)}
          />
        ))}
      </Stack>
      <Dialog
        opened={form.isOpen}
        onClose={form.close}
        title={form.about === null ? t('add') : t('change', { name: isolated(form.about.name) })}
      >
        <AnswerForm
          key={form.about?.id ?? 'new'}
          answer={form.about}
          onClose={form.close}
          onSaved={async () => {
            await changed();
            notify.success(t('saved'));
            form.close();
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={removal.isOpen}
        tone="danger"
        title={t('removeTitle', { name })}
        confirmLabel={t('remove', { name })}
        isRunning={remove.isRunning}
        onClose={removal.close}
        onConfirm={async () => {
          if (unwanted === null) return;
          await attempt(async () => {
            await remove.run({ params: { id: unwanted.id } });
            await changed();
            notify.success(t('removed'));
          });
          removal.close();
        }}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </Stack>
  );
}
