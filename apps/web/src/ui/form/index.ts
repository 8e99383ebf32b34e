export * from './choice-fields.tsx';
export * from './draft-notice.tsx';
export type { BoundProps } from './form-context.ts';
export * from './form.tsx';
export { applyServerErrors } from './server-faults.ts';
export * from './number-field.tsx';
export * from './text-fields.tsx';
export type { TypedNumber } from './typed-number.ts';
