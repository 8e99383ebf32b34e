import { ActionIcon, Box, Button, Skeleton } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconPaperclip, IconUpload, IconX } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../lib/format/formats.ts';
import {
  checkFile,
  maxBytesOf,
  uploadKinds,
  type UploadKindName,
} from '../../lib/uploads/uploads.ts';
import layout from '../layout/layout.module.css';
import { isPicture } from '../paper/choose-pictures.ts';
import { PaperButtons, usePhotographedPages } from '../paper/paper-buttons.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { useLeaveConfirmation } from '../use-leave-confirmation.ts';
import { useUnsaved } from '../use-unsaved.ts';
import styles from './form.module.css';

export interface FileFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly kind: UploadKindName;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly error?: string | undefined;
  readonly value: File | null;
  readonly onChange: (file: File | null) => void;
  /** Uploaded share, 0–1. */
  readonly progress?: number | undefined;
  readonly onCancel?: (() => void) | undefined;
  readonly inputRef?: React.Ref<HTMLInputElement>;
  /** Key under which photographed pages of a PDF wait on the device until the upload. */
  readonly pagesKey?: string;
  /** The page's one primary button is that of this field. */
  readonly isPrimary?: boolean;
  /** Name of a document of photographed pages; the label by default. */
  readonly pagesName?: string;
  /** One row with one button, whose menu has the camera, the images and the file. */
  readonly isRow?: boolean;
}

/** Label and hint of the field. */
function Title({
  id,
  label,
  hint,
  kind,
  required,
  isRow,
}: FileFieldProps & { readonly id: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      <Box mb={isRow === true ? 0 : 4} fw={600} id={`${id}-label`}>
        {label}
        {required === true ? (
          <Box component="span" c="var(--wasl-danger)">
            {' '}
            *
          </Box>
        ) : null}
      </Box>
      <Box component="p" className={layout['small']} mb={isRow === true ? 0 : 6} id={`${id}-hint`}>
        {hint === undefined ? '' : `${hint} · `}
        {t('file.limit', { size: formats.bytes((maxBytesOf(kind) / 1024 / 1024) * 1_000_000) })}
      </Box>
    </>
  );
}

/** The chosen file, its upload, and a button that removes or cancels it. */
function Chosen({ value, progress, disabled, onChange, onCancel }: FileFieldProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (value === null) return null;
  const isSending = progress !== undefined;
  return (
    <>
      <Box component="span" className={layout['wrap']} flex="1 1 min(100% - 56px, 320px)">
        <IconPaperclip size={16} aria-hidden /> <bdi>{value.name}</bdi>{' '}
        <span className={layout['small']}>({formats.bytes(value.size)})</span>
      </Box>
      {isSending ? (
        <ProgressBar
          value={progress}
          label={t('file.progress', { percent: formats.percent(Math.round(progress * 100)) })}
        />
      ) : null}
      {!isSending || onCancel !== undefined ? (
        <ActionIcon
          variant="subtle"
          size="lg"
          disabled={disabled === true}
          aria-label={isSending ? t('file.cancel') : t('file.remove', { name: value.name })}
          onClick={() => {
            if (isSending) onCancel?.();
            else onChange(null);
          }}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  );
}

/**
 * One file: name and size, a check of kind and size, and the upload progress. A PDF or an image can also be made here
 * from photographed or chosen pictures. Mantine's FileInput is a button over a hidden input: it is not announced as
 * required and accepts no drop.
 */
export function FileField(props: FileFieldProps) {
  const { t } = useTranslation(['common', 'words']);
  const ownId = useId();
  const id = props.id ?? ownId;
  const [refused, setRefused] = useState<{ name: string; why: string }>();
  const error = refused?.why ?? props.error;
  const { value } = props;
  const isOff = props.disabled === true || props.progress !== undefined;
  const pages = usePhotographedPages();
  const input = useRef<HTMLInputElement>(null);
  const inputRef = useMergedRef(input, props.inputRef);
  const isRow = props.isRow === true;
  // In a row the button of the menu has the field's id.
  const inputId = isRow ? `${id}-file` : id;
  const paperKind = props.kind === 'pdf' || props.kind === 'image' ? props.kind : null;
  // Drafts do not store files.
  useLeaveConfirmation(value !== null);
  useUnsaved(value !== null, () => props.onChange(null));

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    if (props.kind === 'pdf' && isPicture(file)) {
      pages.open([file]);
      return;
    }
    const code = checkFile(file, props.kind);
    setRefused(code === null ? undefined : { name: file.name, why: t(`words:errors.${code}`) });
    if (code === null) props.onChange(file);
  };

  const describedBy = `${id}-hint${error === undefined ? '' : ` ${id}-error`}`;
  const title = <Title {...props} id={id} />;
  return (
    <div>
      {isRow ? null : title}
      {/* Drop is an extra for the mouse; the input within is accessible to all. */}
      <div
        className={styles['file']}
        data-row={isRow || undefined}
        data-error={error === undefined ? undefined : true}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          if (!isOff) take(event.dataTransfer.files[0]);
        }}
      >
        {isRow ? <div className={styles['name']}>{title}</div> : null}
        <input
          ref={inputRef}
          id={inputId}
          type="file"
          accept={uploadKinds[props.kind].accept}
          disabled={isOff}
          aria-labelledby={isRow ? `${id}-label` : `${id}-label ${id}-pick`}
          aria-describedby={describedBy}
          aria-invalid={error === undefined ? undefined : true}
          aria-required={props.required}
          {...(isRow ? { tabIndex: -1, 'aria-hidden': true } : {})}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // Allows choosing the same file again after its removal.
            event.currentTarget.value = '';
          }}
        />
        {isRow ? null : (
          <Button
            component="label"
            htmlFor={id}
            id={`${id}-pick`}
            variant={props.isPrimary === true && value === null ? 'filled' : 'default'}
            {...(isOff ? { 'data-disabled': true } : {})}
            leftSection={<IconUpload size={18} aria-hidden />}
          >
            {value === null ? t('file.choose') : t('file.replace')}
          </Button>
        )}
        {paperKind === null ? null : (
          <Suspense fallback={isRow ? <Skeleton height={42} width={140} /> : null}>
            <PaperButtons
              pages={pages}
              as={
                isRow
                  ? {
                      is: 'menu',
                      id,
                      describedBy,
                      isReplacing: value !== null,
                      onFile: () => input.current?.click(),
                    }
                  : { is: 'buttons' }
              }
              label={props.label}
              name={props.pagesName ?? props.label}
              kind={paperKind}
              pagesKey={props.pagesKey}
              limit={maxBytesOf(props.kind)}
              disabled={isOff}
              onDocument={take}
            />
          </Suspense>
        )}
        <Chosen {...props} />
      </div>
      {error === undefined ? null : (
        <Box component="p" c="var(--wasl-danger)" fz={14} mt={4} id={`${id}-error`} role="alert">
          {/* The previously chosen file stays. */}
          {refused === undefined || value === null ? null : (
            <>
              <bdi>{refused.name}</bdi>
              {' — '}
            </>
          )}
          {error}
        </Box>
      )}
    </div>
  );
}
