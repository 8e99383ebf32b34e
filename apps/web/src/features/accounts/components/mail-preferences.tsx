import { Button, Checkbox } from '@mantine/core';
import type { MailPreferences as Preferences } from '@wasl/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import '@mantine/core/styles/Checkbox.css';

import { useErrorText } from '../../../i18n/error-text.ts';
import { refresh } from '../../../lib/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/use-endpoint.ts';
import { notify } from '../../../ui/notify.ts';
import { Bone, ErrorState } from '../../../ui/states.tsx';
import styles from '../profile.module.css';

function Choice({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation(['profile', 'common']);
  const errorText = useErrorText();
  const save = useEndpointAction('saveMailPreferences');
  const [wanted, setWanted] = useState<readonly string[]>(preferences.wanted);
  const submit = async () => {
    try {
      await save.run({
        body: { wanted: preferences.kinds.filter((kind) => wanted.includes(kind)) },
      });
      await refresh('getMailPreferences');
      notify.success(t('profile:emails.saved'));
    } catch (error) {
      notify.error(errorText(error));
    }
  };
  return (
    <form
      className={styles['lock']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset className={styles['lock']} disabled={save.isRunning}>
        <legend className={styles['lead']}>{t('profile:emails.lead')}</legend>
        {preferences.kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`profile:emails.kinds.${kind}`)}
            checked={wanted.includes(kind)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              setWanted((now) =>
                checked ? [...now, kind] : now.filter((candidate) => candidate !== kind),
              );
            }}
          />
        ))}
      </fieldset>
      <p className={styles['lead']}>{t('profile:emails.always')}</p>
      <div>
        <Button type="submit" variant="default" loading={save.isRunning}>
          {t('profile:emails.save')}
        </Button>
      </div>
    </form>
  );
}

/** Which mails one wants; the foot of every mail that can be refused leads here. */
export function MailPreferences() {
  const { t } = useTranslation('profile');
  const { data, error, reload } = useEndpoint('getMailPreferences', {});
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  const isAsked = hash === '#emails' && data !== undefined;
  useEffect(() => {
    if (isAsked) section.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);
  return (
    <section ref={section} id="emails" className={styles['card']}>
      <h2 className={styles['heading']}>{t('emails.title')}</h2>
      {data === undefined ? (
        error === undefined ? (
          <Bone height={96} />
        ) : (
          <ErrorState error={error} onRetry={reload} />
        )
      ) : (
        <Choice preferences={data} />
      )}
    </section>
  );
}
