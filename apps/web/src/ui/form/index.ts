export * from './choice-fields.tsx';
export * from './date-field.tsx';
export * from './draft-notice.tsx';
export * from './file-field.tsx';
export * from './form.tsx';
export * from './number-field.tsx';
export * from './phone-field.tsx';
export * from './text-fields.tsx';
