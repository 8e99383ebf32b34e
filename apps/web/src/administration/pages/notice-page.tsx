import { Button, Group, Stack } from '@mantine/core';
import { langs } from '@wasl/contracts';
import {
  maxNoticeText,
  noticeBody,
  type NoticeBody,
  type NoticeView,
} from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { toLocalTime } from '../../lib/format/clock.ts';
import { formatMoment, isolated } from '../../lib/format/formats.ts';
import { languageNames } from '../../lib/format/language.ts';
import { hasFieldFaults } from '../../lib/http/http.ts';
import { serverNow } from '../../lib/http/server-time.ts';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { BoundTextArea, BoundTextField, Form } from '../../ui/form/index.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Actions } from '../../ui/layout/actions.tsx';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { focusHeading } from '../../ui/page-title.tsx';
import { NoticeBand, type NoticeTexts } from '../../ui/portal-notice.tsx';
import { LoadingOrError } from '../../ui/states.tsx';
import { useAttempt } from '../../ui/use-failure.ts';
import { useLeaveConfirmation } from '../../ui/use-leave-confirmation.ts';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';

function Bands({ texts }: { texts: NoticeTexts }) {
  return (
    <Stack component="ul" gap="sm">
      {langs.map((lang) => (
        <li key={lang}>
          <p lang={lang} className={layout['small']}>
            {languageNames[lang]}
          </p>
          <NoticeBand texts={texts} lang={lang} />
        </li>
      ))}
    </Stack>
  );
}

/** The notice that is shown, or will be. */
function Current({ notice: { id, from, until, texts } }: { notice: NoticeView }) {
  const { t } = useTranslation('administration');
  const attempt = useAttempt();
  const [isRunning, setRunning] = useState(false);
  const end = () =>
    attempt(async () => {
      setRunning(true);
      try {
        await call('endNotice', { body: { id } });
        notify.success(t('notice.ended'));
        // The pressed button goes.
        focusHeading();
      } finally {
        await refresh('readNotice');
        setRunning(false);
      }
    });
  const isShown = Date.parse(from) <= serverNow();
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="current">
      <Group justify="space-between">
        <div>
          <h2 id="current" className={layout['title']}>
            {t('notice.current')}
          </h2>
          <p className={layout['lead']}>
            {t(isShown ? 'notice.shown' : 'notice.planned', {
              from: isolated(formatMoment(from)),
              until: isolated(formatMoment(until)),
            })}
          </p>
        </div>
        <Button variant="default" loading={isRunning} onClick={() => void end()}>
          {t('notice.end')}
        </Button>
      </Group>
      <Bands texts={texts} />
    </Stack>
  );
}

function Fields() {
  const { t } = useTranslation('administration');
  return (
    <>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <BoundTextField name="from" type="datetime-local" label={t('notice.from')} required />
        <BoundTextField
          name="until"
          type="datetime-local"
          label={t('notice.until')}
          hint={t('notice.untilHint')}
          required
        />
      </Group>
      {langs.map((lang) => (
        <BoundTextArea
          key={lang}
          name={`texts.${lang}`}
          label={t(`notice.texts.${lang}`)}
          {...(lang === 'fr' ? { required: true } : { hint: t('notice.textHint') })}
          lang={lang}
          rows={2}
          maxLength={maxNoticeText}
        />
      ))}
    </>
  );
}

/** Writes a notice: first the texts, then their preview in the four languages, then it is published. */
function NewNotice() {
  const { t } = useTranslation('administration');
  const [start] = useState(() => ({
    from: toLocalTime(new Date(serverNow())),
    until: '',
    texts: { fr: '', en: '', ar: '', es: '' },
  }));
  const form = useSchemaForm(noticeBody, start);
  const [preview, setPreview] = useState<NoticeBody | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useLeaveConfirmation(form.formState.isDirty);
  const publish = async (body: NoticeBody) => {
    setFailure(null);
    try {
      await call('publishNotice', { body });
    } catch (error) {
      if (!hasFieldFaults(error)) {
        setFailure(error);
        return;
      }
      setPreview(null);
      throw error;
    }
    form.reset(start);
    setPreview(null);
    await refresh('readNotice');
    notify.success(t('notice.published'));
    focusHeading();
  };
  const title = t(preview === null ? 'notice.new' : 'notice.previewTitle');
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="new">
      <h2 id="new" tabIndex={-1} className={layout['title']}>
        {title}
      </h2>
      <Form
        form={form}
        label={title}
        onSubmit={async (body) => {
          if (preview !== null) return publish(body);
          setPreview(body);
          document.getElementById('new')?.focus();
        }}
      >
        <FailureBanner failure={failure} />
        {preview === null ? (
          <>
            <p className={layout['lead']}>{t('notice.hint')}</p>
            <Fields />
          </>
        ) : (
          <Bands texts={preview.texts} />
        )}
        <Actions>
          {preview === null ? null : (
            <Button variant="default" onClick={() => setPreview(null)}>
              {t('notice.change')}
            </Button>
          )}
          <Button type="submit" loading={form.formState.isSubmitting}>
            {t(preview === null ? 'notice.preview' : 'notice.publish')}
          </Button>
        </Actions>
      </Form>
    </Stack>
  );
}

/** The notice to everybody: the current one, and the form of the next. */
export default function NoticePage() {
  const { data, error, reload } = useCall('readNotice', {});
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Stack maw={820}>
      {data.notice === null ? null : <Current notice={data.notice} />}
      <NewNotice />
    </Stack>
  );
}
