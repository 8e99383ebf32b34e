import { simulateBody, simulateNordevBody } from '@wasl/contracts';

import { shapeOf } from '../src/ui/form/shape-of.ts';

/** Forms whose pages do without the validation library, by the name that `virtual:wasl/form-shapes` exports. */
export const shapes = {
  general: shapeOf(simulateBody),
  nordev: shapeOf(simulateNordevBody),
};
