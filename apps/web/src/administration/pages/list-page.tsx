import { Stack, TextInput } from '@mantine/core';
import {
  documentUses,
  type EditableList,
  editableLists,
  listBody,
  type ListForm,
  listForms,
  type ListBody,
  referenceLimits,
} from '@wasl/contracts/administration';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';

import { useFormats } from '../../lib/format/formats.ts';
import { searchKey } from '../../ui/form/choice-search.ts';
import { directionOf } from '../../ui/form/direction.ts';
import { BoundNumber, BoundSelect, BoundTextField } from '../../ui/form/index.ts';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { focusHeading } from '../../ui/page-title.tsx';
import { LoadingOrError } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';
import { BoundCheckbox } from '../components/bound-checkbox.tsx';
import { EditableRows } from '../components/editable-rows.tsx';
import { ReferenceForm } from '../components/reference-form.tsx';
import { TextName, TextsFields } from '../components/texts-fields.tsx';
import {
  listBodyOf,
  listSections,
  type ListValues,
  listValues,
  newItem,
} from '../rules/reference-values.ts';

function ValueField({ name, value }: { name: string; value: NonNullable<ListForm['value']> }) {
  const { t } = useTranslation('administration');
  const shared = { name, label: t(`reference.values.${value}`) };
  if (value === 'documentUse') {
    return (
      <BoundSelect
        {...shared}
        clearable
        choices={documentUses.map((use) => ({ value: use, label: t(`reference.uses.${use}`) }))}
      />
    );
  }
  return (
    <BoundTextField
      {...shared}
      hint={t(`reference.valueHints.${value}`)}
      required={value !== 'link'}
      isLtr
      autoComplete="off"
      maxLength={referenceLimits.value}
    />
  );
}

function ItemEditor({ index, form }: { index: number; form: ListForm }) {
  const { t } = useTranslation('administration');
  const { daysNarrow } = useFormats();
  const at = `items.${String(index)}`;
  const description = {
    name: `${at}.description`,
    label: t('reference.fields.description'),
    max: referenceLimits.description,
    rows: 6,
    isOptional: form.value !== 'proposal',
  };
  return (
    <>
      <TextsFields
        fields={[
          { name: `${at}.libelle`, label: t('reference.fields.label'), max: referenceLimits.label },
          ...(form.hasDescription ? [description] : []),
        ]}
      />
      {form.value === null ? null : <ValueField name={`${at}.string_1`} value={form.value} />}
      {form.hasDays ? (
        <BoundNumber
          name={`${at}.days`}
          label={t('reference.fields.days')}
          kind="whole"
          words={daysNarrow}
        />
      ) : null}
      {form.isOpen ? (
        <BoundCheckbox
          name={`${at}.active`}
          label={t('reference.offered')}
          hint={t('reference.offeredHint')}
        />
      ) : null}
    </>
  );
}

function HiddenTag({ index }: { index: number }) {
  const { t } = useTranslation('administration');
  const isActive = useWatch({ name: `items.${String(index)}.active` }) as boolean;
  return isActive ? null : <StatusTag isSmall tone="neutral" label={t('reference.hidden')} />;
}

function Items({ list }: { list: EditableList }) {
  const { t } = useTranslation('administration');
  const form: ListForm = listForms[list];
  const { getValues } = useFormContext<ListValues>();
  const [filter, setFilter] = useState('');
  const key = searchKey(filter);
  const items = () => getValues('items');
  return (
    <Stack component="section" className={layout['card']}>
      {items().length < 20 ? null : (
        <TextInput
          type="search"
          maw={420}
          label={t('reference.filter')}
          value={filter}
          {...directionOf(filter)}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          // The Enter key would submit the form.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <EditableRows
        name="items"
        label={t(`reference.lists.${list}`)}
        nameOf={(index) => (
          <TextName name={`items.${String(index)}.libelle`} fallback={t('reference.newItem')} />
        )}
        tagsOf={(index) => <HiddenTag index={index} />}
        isOrdered={form.isOpen}
        isRemovable={(index) => items()[index]?.code === null}
        {...(form.isOpen ? { newRow: newItem, addLabel: t('reference.addItem') } : {})}
        {...(key === ''
          ? {}
          : {
              isListed: (index: number) =>
                Object.values(items()[index]?.libelle ?? {}).some((text) =>
                  searchKey(text).includes(key),
                ),
            })}
      >
        {(index) => <ItemEditor index={index} form={form} />}
      </EditableRows>
    </Stack>
  );
}

function Editor({ list }: { list: EditableList }) {
  const { t } = useTranslation('administration');
  const [saves, setSaves] = useState(0);
  const params = { list };
  const { data, error, reload } = useCall('readList', { params });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const save = async (body: ListBody) => {
    const { inUse } = await call('saveList', { params, body });
    if (inUse.length > 0) {
      return inUse.map(({ code, by }) => ({
        name: body.items.find((item) => item.code === code)?.libelle.fr ?? code,
        by,
      }));
    }
    return async () => {
      await refresh('readList', 'readReference', 'readJourneyChoices');
      setSaves((count) => count + 1);
      notify.success(t('reference.saved'));
      focusHeading();
    };
  };
  const fields = { value: listForms[list].value };
  return (
    <ReferenceForm
      key={`${String(saves)} ${data.version}`}
      name={`reference-${list}`}
      label={t(`reference.lists.${list}`)}
      stored={listValues(data)}
      schema={listBody}
      bodyOf={listBodyOf}
      sectionsOf={listSections}
      show={(field, value) =>
        field === 'value' && fields.value === 'documentUse' && typeof value === 'string'
          ? t(`reference.uses.${value as (typeof documentUses)[number]}`)
          : String(value ?? '')
      }
      read={async () => listValues(await call('readList', { params }))}
      save={save}
    >
      <Items list={list} />
    </ReferenceForm>
  );
}

/** One list or page of texts. */
export default function ListPage() {
  const { t } = useTranslation('administration');
  const { list: name } = useParams();
  const list = editableLists.find((one) => one === name);
  if (list === undefined) return <Navigate to="/reference" replace />;
  return (
    <Stack maw={820}>
      <p>
        <Link to="/reference">{t('reference.all')}</Link>
      </p>
      <h2 className={layout['title']}>{t(`reference.lists.${list}`)}</h2>
      <p className={layout['lead']}>
        {t(listForms[list].isOpen ? 'reference.listHint' : 'reference.textsHint')}
      </p>
      <Editor key={list} list={list} />
    </Stack>
  );
}
