import { Button, Group, Stack } from '@mantine/core';
import type { OrganisationNow, PartnerView } from '@wasl/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { currentOf, isNotFound } from '../../../lib/http/http.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useChangeText } from '../../../ui/conflict-panel.tsx';
import { FileField } from '../../../ui/form/file-field.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { OrganisationMark } from '../../../ui/organisation-mark.tsx';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import { useFailure } from '../../../ui/use-failure.ts';

/** Calls whose answers contain the logo. */
const shown = ['getCurrentUserPartner', 'searchPartners', 'listPartners', 'getPartner'] as const;

interface Chosen {
  readonly file: File;
  /** Object URL of the chosen file. */
  readonly url: string;
}

/** The chosen, unsaved file; its object URL is revoked with it. */
function useChosen(): readonly [Chosen | null, (file: File | null) => void] {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(
    () => () => {
      if (chosen !== null) URL.revokeObjectURL(chosen.url);
    },
    [chosen],
  );
  return [
    chosen,
    (file) => setChosen(file === null ? null : { file, url: URL.createObjectURL(file) }),
  ];
}

export function OrganisationLogo({ partner }: { partner: PartnerView }) {
  const { t } = useTranslation(['organisation', 'common']);
  const errorText = useErrorText();
  const fail = useFailure();
  const upload = useEndpointAction('uploadPartnerLogo');
  const remove = useEndpointAction('removePartnerLogo');
  const [chosen, choose] = useChosen();
  const [refusal, setRefusal] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  /** The logo saved by a colleague, shown after a conflict with its author. */
  const [meanwhile, setMeanwhile] = useState<OrganisationNow>();
  const changeText = useChangeText();
  const params = { id: partner.id };
  const replaces = partner.logo ?? '';
  /** Detects a conflict with a colleague's change: shows the present logo; the chosen file stays. */
  const isRefusedFor = async (error: unknown): Promise<boolean> => {
    const current = currentOf(error, 'PROFILE_CHANGED');
    if (current === undefined) return false;
    setMeanwhile(current);
    await refresh(...shown);
    return true;
  };

  const save = async () => {
    if (chosen === null) return;
    try {
      await upload.run({ params, body: { replaces }, files: { file: chosen.file } });
      await refresh(...shown);
      choose(null);
      setMeanwhile(undefined);
      notify.success(t('logo.saved'));
    } catch (error) {
      if (await isRefusedFor(error)) return;
      if (isNotFound(error)) fail(error);
      // Shown at the file, because another one must be chosen.
      else setRefusal(errorText(error));
    }
  };
  const takeAway = async () => {
    try {
      await remove.run({ params, query: { replaces } });
      await refresh(...shown);
      setMeanwhile(undefined);
      notify.success(t('logo.removed'));
    } catch (error) {
      if (!(await isRefusedFor(error))) fail(error);
    } finally {
      setAsking(false);
    }
  };

  return (
    <Stack component="section" className={layout['card']} aria-labelledby="organisation-logo">
      <h2 className={layout['title']} id="organisation-logo">
        {t('logo.heading')}
      </h2>
      <p className={layout['lead']}>{t('logo.lead')}</p>
      {meanwhile === undefined ? null : (
        <Banner tone="warning" live>
          <p>{changeText(meanwhile)}</p>
          {chosen === null ? null : (
            <>
              <p>{t('logo.meanwhile')}</p>
              <OrganisationMark title={partner.title} logo={meanwhile.logo} size="lg" />
              <Button
                variant="default"
                onClick={() => {
                  choose(null);
                  setMeanwhile(undefined);
                }}
              >
                {t('logo.keep')}
              </Button>
            </>
          )}
        </Banner>
      )}
      <Group align="flex-start">
        <OrganisationMark title={partner.title} logo={chosen?.url ?? partner.logo} size="lg" />
        <Stack gap="sm" flex="1 1 260px" miw={0}>
          <p role="status">
            {t(
              chosen !== null
                ? 'logo.preview'
                : partner.logo === null
                  ? 'logo.initials'
                  : 'logo.current',
            )}
          </p>
          <FileField
            label={t(partner.logo === null ? 'logo.choose' : 'logo.replace')}
            hint={t('logo.hint')}
            kind="logo"
            value={chosen?.file ?? null}
            error={refusal}
            onChange={(next) => {
              setRefusal(undefined);
              choose(next);
            }}
          />
          <Actions justify="flex-start">
            {chosen === null ? null : (
              <ProgressButton
                isRunning={upload.isRunning}
                progress={upload.progress}
                onClick={() => void save()}
              >
                {t('logo.save')}
              </ProgressButton>
            )}
            {partner.logo === null ? null : (
              <Button variant="default" disabled={upload.isRunning} onClick={() => setAsking(true)}>
                {t('logo.remove')}
              </Button>
            )}
          </Actions>
        </Stack>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={t('logo.removeTitle')}
        confirmLabel={t('logo.remove')}
        tone="danger"
        isRunning={remove.isRunning}
        onConfirm={takeAway}
        onClose={() => setAsking(false)}
      >
        <p>{t('logo.removeText')}</p>
      </ConfirmDialog>
    </Stack>
  );
}
