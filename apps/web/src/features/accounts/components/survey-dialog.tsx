import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../../domain/accounts/current-user.ts';
import { combineLists, useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { useSimulatedAnswers } from '../../../domain/simulations/use-simulated-answers.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { SurveyProps } from '../../../ui/slots.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { SurveyForm } from './survey-form.tsx';

function SurveyContent({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const user = useCurrentUser();
  const lists = combineLists({
    jobs: useReferenceChoices('NUMBER_OF_JOBS'),
    revenues: useReferenceChoices('REVENUE'),
    amounts: useReferenceChoices('INVESTMENT_AMOUNT'),
    maturities: useReferenceChoices('PROJECT_MATURITY'),
    needs: useReferenceChoices('LOOKING_FOR'),
  });
  const isFirst = user.data?.qualification === null;
  const simulated = useSimulatedAnswers((isFirst ? lists.choices : null) ?? null);
  const error = user.error ?? lists.error;
  if (error !== undefined) {
    return (
      <ErrorState error={error} onRetry={() => Promise.all([user.reload(), lists.reload()])} />
    );
  }
  if (user.data === undefined || lists.choices === undefined || simulated === undefined)
    return <PageSkeleton />;
  return (
    <SurveyForm
      user={user.data}
      lists={lists.choices}
      simulated={simulated}
      onClose={onClose}
      onSaved={async () => {
        // Reloads first, so that the form reopens with the saved answers.
        await user.reload();
        onSaved();
        onClose();
      }}
    />
  );
}

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
