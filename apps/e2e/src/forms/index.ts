import { beneficiary } from './beneficiary.ts';
import { organisation } from './organisation.ts';
import { visitors } from './visitors.ts';

export { placeOf } from './form-place.ts';
export { openForm, phonePage } from './open-form.ts';

export const forms = { visitors, beneficiary, organisation } as const;
