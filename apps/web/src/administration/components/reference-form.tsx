import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type FieldValues, get, type Resolver, set } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { useFormDraft } from '../../lib/drafts/draft.ts';
import { ApiError, hasFieldFaults } from '../../lib/http/http.ts';
import { flattenErrors } from '../../ui/form/form-error-summary.tsx';
import { Form } from '../../ui/form/index.ts';
import { useFormWithSummary } from '../../ui/form/use-form-with-summary.ts';
import layout from '../../ui/layout/layout.module.css';
import { type Difference, differencesOf, rebased, type Section } from '../rules/differences.ts';
import { DifferenceDialog, type ShowValue } from './difference-dialog.tsx';

export type InUse = readonly { readonly name: string; readonly by: readonly string[] }[];

/** Validates what is sent, and shows the faults at the fields. An empty field lacks its value, whatever its kind. */
function resolverOf<V extends FieldValues, B extends FieldValues>(
  schema: z.ZodType<B>,
  bodyOf: (values: V) => B,
): Resolver<V, unknown, B> {
  const check = zodResolver(schema as z.ZodType<B, FieldValues>);
  return async (values, context, options) => {
    const result = await check(bodyOf(values), context, options as Parameters<typeof check>[2]);
    for (const { name } of flattenErrors(result.errors)) {
      if (get(values, name) === '') set(result.errors, `${name}.message`, 'validation.required');
    }
    return result as Awaited<ReturnType<Resolver<V, unknown, B>>>;
  };
}

/** The fields of these forms have the paths of the API, also those within rows. */
const ownPlaces = {
  fields: new Proxy<Record<string, string>>({}, { get: (_, path) => String(path) }),
};

interface Review<B> {
  readonly body: B;
  readonly differences: readonly Difference[];
  readonly isNewer: boolean;
  /** Ends the submission of the form. */
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Edits a list or a journey: shows the difference before it saves. When another administrator saved meanwhile, it
 * applies the changes to the newer version and shows that difference first. Unsaved changes are a draft of this tab.
 */
export function ReferenceForm<V extends FieldValues, B extends FieldValues>({
  name,
  label,
  stored,
  isNew = false,
  schema,
  bodyOf,
  sectionsOf,
  show,
  read,
  save,
  children,
}: {
  /** Name of the draft. */
  name: string;
  label: string;
  stored: V;
  isNew?: boolean;
  schema: z.ZodType<B>;
  bodyOf: (values: V) => B;
  sectionsOf: (body: B) => readonly Section[];
  show: ShowValue;
  /** Reads the stored version again. */
  read: () => Promise<V>;
  /** @returns hidden items in use, or a function that continues after the draft is deleted */
  save: (body: B) => Promise<InUse | (() => unknown)>;
  children: ReactNode;
}) {
  const { t } = useTranslation('administration');
  const [base, setBase] = useState(stored);
  const form = useFormWithSummary<V, unknown, B>({
    defaultValues: stored as never,
    resolver: resolverOf(schema, bodyOf),
  });
  const draft = useFormDraft(form, name, { alwaysAsks: isNew });
  const [review, setReview] = useState<Review<B> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [inUse, setInUse] = useState<InUse>([]);

  const differencesFrom = (from: V, body: B) =>
    differencesOf(sectionsOf(bodyOf(from)), sectionsOf(body));
  const submit = (body: B) =>
    new Promise<void>((end, fail) => {
      setFailure(null);
      setInUse([]);
      setReview({ body, differences: differencesFrom(base, body), isNewer: false, end, fail });
      setOpen(true);
    });
  const close = () => {
    setOpen(false);
    review?.end();
  };
  /** Applies the changes to the version that another administrator saved. */
  const showNewer = async (present: Review<B>) => {
    const newer = await read();
    const values = rebased(base, form.getValues(), newer) as V;
    setBase(newer);
    form.reset(newer);
    form.reset(values, { keepDefaultValues: true });
    const body = schema.parse(bodyOf(values));
    setReview({ ...present, body, differences: differencesFrom(newer, body), isNewer: true });
  };
  const confirm = async () => {
    if (review === null) return;
    setRunning(true);
    setFailure(null);
    try {
      const saved = await save(review.body);
      if (typeof saved === 'function') {
        draft.clear();
        review.end();
        await saved();
        setOpen(false);
      } else setInUse(saved);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'STATE_CONFLICT') {
        await showNewer(review).catch(setFailure);
      } else if (hasFieldFaults(error)) {
        setOpen(false);
        review.fail(error);
      } else setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Form form={form} label={label} places={ownPlaces} draft={draft} onSubmit={submit}>
      {children}
      <div className={layout['onward']}>
        <Button type="submit">{t('reference.reviewAndSave')}</Button>
      </div>
      <DifferenceDialog
        opened={isOpen}
        differences={review?.differences ?? []}
        show={show}
        isNewer={review?.isNewer === true}
        inUse={inUse}
        failure={failure}
        isRunning={isRunning}
        onConfirm={confirm}
        onClose={close}
      />
    </Form>
  );
}
