import { Button, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { useDraftState } from '../../../lib/drafts/draft.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { directionOf } from '../../../ui/form/direction.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import { notify } from '../../../ui/notify.ts';
import layout from '../../../ui/layout/layout.module.css';

/** Minimum length of a document type's label, in characters (docs/specification.md, portal §5). */
const shortestLabel = 3;

// A constant function, because React calls a new ref callback at every render.
const focus = (field: HTMLInputElement | null) => field?.focus();

/** "Other, to specify": creates a document type for the organisation and requests it. */
export function NewDocumentType({
  partnerId,
  onCreated,
}: {
  partnerId: number;
  onCreated: (code: string) => Promise<unknown>;
}) {
  const { t } = useTranslation(['worklist', 'common']);
  const errorText = useErrorText();
  const create = useEndpointAction('addDocumentType');
  // A new record, so its draft has no version.
  const [label, setLabel, clear] = useDraftState(`document-type-${String(partnerId)}`, '');
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isReady = label.trim().length >= shortestLabel;
  useUnsaved(isOpen && label.trim() !== '', clear);

  const save = async () => {
    setFailure(undefined);
    try {
      const { data } = await create.run({
        params: { id: partnerId },
        body: { libelle: label.trim() },
      });
      await onCreated(data.code);
      notify.success(t('newType.done'));
      setLabel('');
      setOpen(false);
    } catch (error) {
      setFailure(errorText(error));
    }
  };

  if (!isOpen) {
    return (
      <div>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('newType.open')}
        </Button>
      </div>
    );
  }
  return (
    <Stack className={layout['sunken']} gap="sm" role="group" aria-label={t('newType.open')}>
      <TextInput
        ref={focus}
        label={t('newType.label')}
        description={t('newType.hint', { count: shortestLabel })}
        value={label}
        maxLength={150}
        error={failure}
        {...directionOf(label)}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          setFailure(undefined);
        }}
        onKeyDown={(event) => {
          // Enter adds the type instead of submitting the surrounding form.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (isReady && !create.isRunning) void save();
        }}
      />
      <Actions justify="flex-start">
        <Button disabled={!isReady} loading={create.isRunning} onClick={() => void save()}>
          {t('newType.save')}
        </Button>
        <Button
          variant="default"
          disabled={create.isRunning}
          onClick={() => {
            setLabel('');
            setOpen(false);
            setFailure(undefined);
          }}
        >
          {t('common:actions.cancel')}
        </Button>
      </Actions>
    </Stack>
  );
}
