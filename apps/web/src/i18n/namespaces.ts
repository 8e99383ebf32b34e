import type { CustomTypeOptions, TFunction } from 'i18next';

export type Namespace = keyof CustomTypeOptions['resources'];
export type LayoutT = TFunction<'layout'>;
