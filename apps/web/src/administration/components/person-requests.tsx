import { Button, Group, Stack } from '@mantine/core';
import { paragraph } from '@wasl/contracts';
import { maxDecisionReason, type PersonView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { formatMoment, isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { call } from '../api/client.ts';
import { refresh } from '../api/use-call.ts';
import { ActDialog, ReasonField } from './act-dialog.tsx';

const schema = z.object({ reason: paragraph(maxDecisionReason) });

type PersonRequest = PersonView['requests'][number];
type RequestFile = PersonRequest['files'][number];
/** A repair that waits for its reason. */
type Asked =
  | { readonly act: 'restore'; readonly request: PersonRequest }
  | { readonly act: 'removeFile'; readonly file: RequestFile };

function RepairDialog({
  person: { id },
  asked,
  opened,
  onDone,
  onClose,
}: {
  person: Pick<PersonView, 'id'>;
  asked: Asked;
  opened: boolean;
  onDone: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation('administration');
  const name = asked.act === 'restore' ? asked.request.numRequest : asked.file.name;
  return (
    <ActDialog
      opened={opened}
      title={t(`repair.${asked.act}`)}
      schema={schema}
      defaults={{ reason: '' }}
      submitLabel={t(`repair.${asked.act}`)}
      isSerious={asked.act === 'removeFile'}
      onSend={async (body) => {
        if (asked.act === 'restore') {
          const params = { id, numRequest: asked.request.numRequest };
          const { refusal } = await call('restoreRequest', { params, body });
          if (refusal !== null) return t(`repair.refusals.${refusal}`);
        } else {
          const params = { id, fileId: asked.file.id };
          const { wasThere } = await call('removeFile', { params, body });
          if (!wasThere) return t('repair.refusals.gone');
        }
        notify.success(t(`repair.done.${asked.act}`));
        await refresh('readPerson');
        onDone();
        return null;
      }}
      onClose={onClose}
    >
      <p>{t(`repair.effect.${asked.act}`, { name: isolated(name) })}</p>
      <ReasonField hint={t('repair.reasonHint')} />
    </ActDialog>
  );
}

function Files({
  files,
  onRemove,
}: {
  files: readonly RequestFile[];
  onRemove: ((file: RequestFile) => void) | null;
}) {
  const { t } = useTranslation('administration');
  if (files.length === 0) return null;
  return (
    <details>
      <summary>{t('repair.files', { count: files.length })}</summary>
      <Stack component="ul" gap={4}>
        {files.map((file) => (
          <li key={file.id}>
            <Group gap="xs">
              <bdi className={layout['wrap']}>{file.name}</bdi>
              <LtrText>{formatMoment(file.at)}</LtrText>
              {onRemove === null ? null : (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('repair.removeFileOf', { name: isolated(file.name) })}
                  onClick={() => onRemove(file)}
                >
                  {t('repair.removeFile')}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </Stack>
    </details>
  );
}

/** The requests of a person with their files: a deleted one is restored, and a file is removed, with a reason. */
export function PersonRequests({ person, onDone }: { person: PersonView; onDone: () => unknown }) {
  const { t } = useTranslation('administration');
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (next: Asked): void => {
    setAsked(next);
    setOpen(true);
  };
  if (person.requests.length === 0) return null;
  return (
    <Stack
      component="section"
      className={layout['card']}
      aria-label={t('person.requests')}
      gap="sm"
    >
      <h2>{t('person.requests')}</h2>
      <Stack component="ul" gap="xs">
        {person.requests.map((request) => {
          const { numRequest, submittedAt, isDeleted, files } = request;
          return (
            <li key={numRequest}>
              <Group gap="xs">
                <LtrText>{numRequest}</LtrText>
                {submittedAt === null ? (
                  t('person.draft')
                ) : (
                  <LtrText>{formatMoment(submittedAt)}</LtrText>
                )}
                {isDeleted ? (
                  <>
                    <StatusTag tone="waiting" label={t('repair.deleted')} isSmall />
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t('repair.restoreOf', { number: isolated(numRequest) })}
                      onClick={() => ask({ act: 'restore', request })}
                    >
                      {t('repair.restore')}
                    </Button>
                  </>
                ) : null}
              </Group>
              <Files
                files={files}
                onRemove={isDeleted ? null : (file) => ask({ act: 'removeFile', file })}
              />
            </li>
          );
        })}
      </Stack>
      {asked === null ? null : (
        <RepairDialog
          person={person}
          asked={asked}
          opened={isOpen}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}
