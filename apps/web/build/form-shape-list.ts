import { simulateBody, simulateNordevBody } from '@wasl/contracts';

import { shapeOf } from '../src/ui/form/shape-of.ts';

/** Forms of pages without the validation library, by their export from `virtual:wasl/form-shapes`. */
export const shapes = {
  general: shapeOf(simulateBody),
  nordev: shapeOf(simulateNordevBody),
};
