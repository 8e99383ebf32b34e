import { Button, Skeleton, Stack } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { storeLandingParams } from '../../../lib/session/landing-params.ts';
import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { endSession } from '../../../lib/session/session.ts';
import { useCodePrefetch } from '../../../lib/http/use-code-prefetch.ts';
import { useStepHistory } from '../../../lib/routing/step-history.ts';
import { DraftNotice, Form } from '../../../ui/form/index.ts';
import layout from '../../../ui/layout/layout.module.css';
import { serverFaults } from '../../../ui/form/server-faults.ts';
import { useFormWithSummary } from '../../../ui/form/use-form-with-summary.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { noticeDuration, notify } from '../../../ui/notify.ts';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import { lazyDialog } from '../../../ui/slots.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { offerPassword } from '../api/offer-password.ts';
import { useRegister } from '../api/use-register.ts';
import type { SignUpLists } from '../api/use-sign-up-lists.ts';
import {
  emptySignUp,
  isOnFirstStep,
  storedType,
  type SignUpKind,
  signUpPlaces,
  signUpResolver,
  type SignUpStage,
  type SignUpValues,
} from '../forms/sign-up-rules.ts';
import { Outcome } from './outcome.tsx';
import { PersonSection } from './person-section.tsx';
import { useLeaveForLogin } from './use-leave-for-login.ts';

// Most people need the first step and no more.
const loadBeneficiarySection = () => import('./beneficiary-section.tsx');
const loadConsentDialog = () => import('./consent-dialog.tsx');
const BeneficiarySection = lazyWithRetry(loadBeneficiarySection);
const ConsentDialog = lazyDialog(loadConsentDialog);
const OrganisationSection = lazyWithRetry(() => import('./organisation-section.tsx'));

/** Resets dependent fields, and delays errors of the second step until its submit. */
function useFollowedFields(form: UseFormReturn<SignUpValues, SignUpStage, SignUpValues>): void {
  // Provinces of Morocco are codes and those of other countries are texts, so a change of country resets the field.
  const country = form.watch('countryOfResidence');
  useEffect(() => {
    const province = form.getValues('province');
    if (province !== '' && /^\d/.test(province) !== (country === 'MA')) {
      form.setValue('province', '');
    }
  }, [country, form]);

  // The second step begins without a submit of the first, so its fields show no errors during typing.
  const { isSubmitSuccessful } = form.formState;
  useEffect(() => {
    if (!isSubmitSuccessful) return;
    form.reset(undefined, {
      keepValues: true,
      keepDirty: true,
      keepTouched: true,
      keepDefaultValues: true,
    });
  }, [isSubmitSuccessful, form]);
}

/** Sign-up: two steps for a beneficiary, one for an agent. It sends nothing before the consent. */
export function SignUpForm({
  kind,
  lists,
  lockedPartnerId,
}: {
  kind: SignUpKind;
  lists: SignUpLists;
  /** Organisation of `men`, if one is configured. */
  lockedPartnerId: number | null;
}) {
  const { t } = useTranslation(['accounts', 'common']);
  const errorText = useErrorText();
  const [step, setStep] = useState(0);
  const isLast = kind !== 'ben' || step === 1;
  const form = useFormWithSummary<SignUpValues, SignUpStage, SignUpValues>({
    defaultValues: emptySignUp(storedType()),
    resolver: signUpResolver,
    context: { kind, isFirstStep: !isLast },
  });
  const draft = useFormDraft(form, `sign-up-${kind}`, { alwaysAsks: true });
  useStepHistory(step, setStep);
  const { register, isRunning, progress } = useRegister(kind);
  const [isDone, setDone] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isAccepted: boolean) => void>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus();
  }, [step]);
  useLeaveForLogin(isDone);
  useCodePrefetch(() =>
    Promise.allSettled([kind === 'ben' ? loadBeneficiarySection() : null, loadConsentDialog()]),
  );

  useFollowedFields(form);

  const askConsent = (): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current = resolve;
      setAsking(true);
    });
  const answerConsent = (isAccepted: boolean) => {
    setAsking(false);
    answer.current?.(isAccepted);
  };

  const submit = async (values: SignUpValues): Promise<void> => {
    if (!isLast) {
      setStep(1);
      return;
    }
    if (!(await askConsent())) return;
    try {
      const paperError = await register(values);
      draft.clear();
      offerPassword(values.email, values.password);
      // Local storage is cleared (docs/specification.md, portal §4), including drafts of other kinds of sign-up. The
      // journey of a link and the simulation made without an account remain, because they brought the person here.
      endSession({ keepPending: true });
      storeLandingParams({
        kind: kind === 'ben' ? 'check' : 'checkAgent',
        email: values.email,
        fault: paperError === null ? undefined : errorText(paperError),
      });
      setDone(true);
      notify.success(t('signUp.done'), noticeDuration.account);
      if (paperError !== null) notify.error(errorText(paperError));
    } catch (error) {
      notify.error(errorText(error));
      const faults = serverFaults(error, values, signUpPlaces);
      if (faults.some(({ field }) => isOnFirstStep(field))) {
        // The error summary takes the focus instead of the step's title.
        shownStep.current = 0;
        setStep(0);
      }
      if (faults.length > 0) throw error;
    }
  };

  if (isDone) {
    return (
      <Outcome
        tone="success"
        text={t('signUp.done')}
        next={t(kind === 'ben' ? 'signUp.next' : 'signUp.nextAgent')}
      />
    );
  }
  const labels = [t('steps.person'), t('steps.profile')];
  return (
    <>
      <DraftNotice draft={draft} part="question" />
      <Stack className={layout['card']} gap="lg">
        {kind === 'ben' ? (
          <Stepper
            steps={labels.map((label, index) => ({ label, isDone: index < step }))}
            current={step}
            {...(isRunning ? {} : { onGo: setStep })}
          />
        ) : null}
        <h2 ref={heading} tabIndex={-1}>
          {labels[step]}
        </h2>
        <p className={layout['lead']}>{t('signUp.mandatory')}</p>
        <Form form={form} label={labels[step] ?? ''} places={signUpPlaces} onSubmit={submit}>
          <Suspense fallback={<Skeleton height={480} />}>
            <fieldset disabled={isRunning} aria-busy={isRunning}>
              <Stack gap="xl">
                {step === 0 ? <PersonSection lists={lists} /> : <BeneficiarySection />}
                {kind === 'ben' ? null : <OrganisationSection lockedId={lockedPartnerId} />}
              </Stack>
            </fieldset>
            <div className={layout['onward']}>
              {step === 1 ? (
                <Button variant="default" disabled={isRunning} onClick={() => setStep(0)}>
                  {t('common:actions.back')}
                </Button>
              ) : null}
              <ProgressButton type="submit" isRunning={isRunning} progress={progress}>
                {isLast ? t('signUp.submit') : t('common:actions.next')}
              </ProgressButton>
            </div>
          </Suspense>
        </Form>
      </Stack>
      <DraftNotice draft={draft} part="saved" />
      <ConsentDialog
        opened={isAsking}
        onAccept={() => answerConsent(true)}
        onClose={() => answerConsent(false)}
      />
    </>
  );
}
