import { Button, Stack } from '@mantine/core';
import { COMPANY_CATEGORIES, type GeneralRuleSet, liveRefusal } from '@wasl/premium';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';

import { useCodePrefetch } from '../../../lib/http/use-code-prefetch.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { Form } from '../../../ui/form/index.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { useRuleSet } from '../api/use-rule-set.ts';
import { simulatorAddresses } from '../components/simulator-addresses.ts';
import type { CarriedProject } from '../forms/carried-values.ts';
import type { Typed } from '../forms/faults.ts';
import { AmountField, JobsField } from '../forms/project-fields.tsx';

interface Questions {
  investment: Typed;
  jobs: Typed;
}

const nordevPage = () => import('./nordev-page.tsx');

function TwoQuestions({ ruleSet }: { ruleSet: GeneralRuleSet }) {
  const { t } = useTranslation('simulations');
  const session = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  useCodePrefetch(nordevPage);
  const form = useForm<Questions>({ defaultValues: { investment: '', jobs: '' } });
  const addresses = simulatorAddresses[session?.role === 'BENEFICIAIRE' ? 'account' : 'page'];
  const open = async ({ investment, jobs }: Questions) => {
    const isEligible = liveRefusal({ effectif: jobs, equipements: investment }, ruleSet) === null;
    const category = COMPANY_CATEGORIES.find((one) => one === params.get('categorie'));
    const carried: CarriedProject = {
      project: {
        montantTotalInvestissement: investment,
        nombreEmploiStableCree: jobs,
        ...(category === undefined ? {} : { categorieEntreprise: category }),
      },
    };
    await navigate(addresses[isEligible ? 'general' : 'nordev'], { state: carried });
  };
  return (
    <Stack gap="lg">
      <div className={layout['card']}>
        <Form form={form} label={t('estimate.title')} onSubmit={open}>
          <p className={layout['muted']}>{t('estimate.lead')}</p>
          <AmountField<Questions> name="investment" label={t('estimate.investment')} />
          <JobsField<Questions> name="jobs" label={t('estimate.jobs')} />
          <Actions justify="flex-start">
            <Button type="submit">{t('estimate.open')}</Button>
          </Actions>
        </Form>
      </div>
      <ul className={layout['bullets']}>
        {(['nordev', 'general'] as const).map((scheme) => (
          <li key={scheme}>
            <Link to={addresses[scheme]}>{t(`public.${scheme}`)}</Link>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Two questions that lead to the right simulator. */
export default function EstimatePage() {
  const { ruleSet, error, reload } = useRuleSet('general');
  if (ruleSet !== undefined) return <TwoQuestions ruleSet={ruleSet} />;
  return error === undefined ? <PageSkeleton /> : <ErrorState error={error} onRetry={reload} />;
}
