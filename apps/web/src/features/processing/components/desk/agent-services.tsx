import { agentServicesBody, type CodeLibelle, type DeskColleague } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../../lib/format/formats.ts';
import { refresh } from '../../../../lib/http/refresh.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import { BoundCheckboxGroup, Form } from '../../../../ui/form/index.ts';
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts';
import { FormActions } from '../../../../ui/layout/form-actions.tsx';
import { useUnsaved } from '../../../../ui/use-unsaved.ts';

interface Taking {
  readonly colleague: DeskColleague;
  readonly services: readonly CodeLibelle[];
  readonly onClose: () => void;
}

function ServicesForm({
  colleague: { id, services: own },
  services,
  title,
  onClose,
}: Taking & { title: string }) {
  const { t } = useTranslation(['organisation', 'common']);
  const form = useSchemaForm(agentServicesBody, { services: [...own] });
  useUnsaved(form.formState.isDirty);
  const save = useEndpointAction('setAgentServices');
  return (
    <Form
      form={form}
      label={title}
      onSubmit={async (body) => {
        await save.run({ params: { userId: id }, body });
        await refresh('getDesk');
        onClose();
      }}
    >
      <BoundCheckboxGroup
        name="services"
        control={form.control}
        label={t('desk.services')}
        hint={t('desk.servicesHint')}
        choices={services.map(({ code, libelle }) => ({ value: code, label: libelle }))}
      />
      <FormActions
        isRunning={save.isRunning}
        onCancel={onClose}
        submitLabel={t('common:actions.save')}
      />
    </Form>
  );
}

/** Chooses the services that a colleague takes when steps are assigned by load. */
export default function AgentServices({ opened, ...props }: Taking & DialogProps) {
  const { t } = useTranslation('organisation');
  const title = t('desk.servicesTitle', { name: isolated(props.colleague.name) });
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title} size="md">
      {opened ? <ServicesForm {...props} title={title} /> : null}
    </Dialog>
  );
}
