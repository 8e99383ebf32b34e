import { Button, Stack } from '@mantine/core';
import { type DeskColleague, handOverBody, maxHandOverReason } from '@wasl/contracts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { isolated, today } from '../../../../lib/format/formats.ts';
import { hasFieldFaults } from '../../../../lib/http/http.ts';
import { refresh } from '../../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import { FailureBanner } from '../../../../ui/failure-banner.tsx';
import { BoundDate } from '../../../../ui/form/bound-date.tsx';
import { BoundCheckboxGroup, BoundTextArea, Form } from '../../../../ui/form/index.ts';
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts';
import { FormActions } from '../../../../ui/layout/form-actions.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useDialogDraft } from '../../../../ui/use-dialog-draft.ts';

interface HandOver {
  readonly colleague: DeskColleague;
  readonly others: readonly DeskColleague[];
  readonly onClose: () => void;
}

function HandOverForm({ colleague, others, title, onClose }: HandOver & { title: string }) {
  const { t } = useTranslation('organisation');
  const { id, files, absence } = colleague;
  const name = isolated(colleague.name);
  const form = useSchemaForm(handOverBody, {
    until: null,
    to: [],
    reason: t('desk.reasonDefault'),
  });
  const draft = useDialogDraft(form, `hand-over-${id}`);
  const to = useWatch({ control: form.control, name: 'to' });
  const send = useEndpointAction('handOverFiles');
  const [failure, setFailure] = useState<unknown>(null);
  // An absent agent without a substitute receives no files.
  const present = others.filter(
    ({ absence: own }) => own === null || !own.hasBegun || own.substitute !== null,
  );
  return (
    <Form
      form={form}
      draft={draft}
      label={title}
      onSubmit={async (body) => {
        setFailure(null);
        try {
          const { data } = await send.run({ params: { userId: id }, body });
          draft.clear();
          await refresh('getDesk');
          onClose();
          notify.success(
            body.to.length === 0
              ? t('desk.absent', { name })
              : t('desk.done', { count: data.handedOver, name }),
          );
        } catch (error) {
          if (hasFieldFaults(error)) throw error;
          setFailure(error);
        }
      }}
    >
      <p>{t(files === 0 ? 'desk.noFiles' : 'desk.files', { count: files, name })}</p>
      {files === 0 || present.length === 0 ? null : (
        <Stack gap={4}>
          <BoundCheckboxGroup
            name="to"
            control={form.control}
            label={t('desk.to')}
            hint={t('desk.toHint')}
            choices={present.map((one) => ({
              value: one.id,
              label: t('desk.receiver', { name: isolated(one.name), count: one.open }),
            }))}
          />
          {present.length < 2 ? null : (
            <div>
              <Button
                variant="subtle"
                size="sm"
                onClick={() =>
                  form.setValue(
                    'to',
                    present.map((one) => one.id),
                    { shouldDirty: true },
                  )
                }
              >
                {t('desk.all')}
              </Button>
            </div>
          )}
        </Stack>
      )}
      {to.length === 0 ? null : (
        <BoundTextArea
          name="reason"
          control={form.control}
          label={t('desk.reason')}
          hint={t('desk.reasonHint')}
          maxLength={maxHandOverReason}
          required
        />
      )}
      <BoundDate
        name="until"
        control={form.control}
        label={t('desk.until')}
        hint={absence === null ? t('desk.untilHint') : t('desk.untilReplaces')}
        min={today()}
      />
      {files > 0 && to.length === 0 ? <p>{t('desk.released', { name })}</p> : null}
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={send.isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={to.length === 0 ? t('desk.save') : t('desk.confirm', { count: files })}
      />
    </Form>
  );
}

/** Hands the files of a colleague over and declares their absence. The main button names the number of files. */
export default function HandOverFiles({ opened, ...props }: HandOver & DialogProps) {
  const { t } = useTranslation('organisation');
  const title = t('desk.title', { name: isolated(props.colleague.name) });
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title} size="md">
      {opened ? <HandOverForm {...props} title={title} /> : null}
    </Dialog>
  );
}
