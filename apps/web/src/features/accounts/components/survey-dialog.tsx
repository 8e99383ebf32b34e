import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../../domain/accounts/current-user.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { SurveyProps } from '../../../ui/slots.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { useChoices } from '../api/use-choices.ts';
import { SurveyForm } from './survey-form.tsx';

function SurveyContent({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const user = useCurrentUser();
  const jobs = useChoices('NUMBER_OF_JOBS');
  const revenues = useChoices('REVENUE');
  const amounts = useChoices('INVESTMENT_AMOUNT');
  const maturities = useChoices('PROJECT_MATURITY');
  const needs = useChoices('LOOKING_FOR');
  const lists = [jobs, revenues, amounts, maturities, needs];
  const failed = [user, ...lists].find((source) => source.error !== undefined);
  if (failed !== undefined) {
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => Promise.all([user, ...lists].map((source) => source.reload()))}
      />
    );
  }
  if (
    user.data === undefined ||
    jobs.choices === undefined ||
    revenues.choices === undefined ||
    amounts.choices === undefined ||
    maturities.choices === undefined ||
    needs.choices === undefined
  ) {
    return <PageSkeleton />;
  }
  return (
    <SurveyForm
      user={user.data}
      lists={{
        jobs: jobs.choices,
        revenues: revenues.choices,
        amounts: amounts.choices,
        maturities: maturities.choices,
        needs: needs.choices,
      }}
      onClose={onClose}
      onSaved={async () => {
        // Opened again at once, the form begins with what was saved.
        await user.reload();
        onSaved();
        onClose();
      }}
    />
  );
}

/** The profiling survey in a dialog. */
export default function SurveyDialog({ opened, onClose, onSaved }: SurveyProps) {
  const { t } = useTranslation('survey');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size="lg">
      <SurveyContent
        onClose={onClose}
        onSaved={() => {
          onSaved?.();
        }}
      />
    </Dialog>
  );
}
