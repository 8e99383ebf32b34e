import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = '../../../../prisma/seed/reference/lists/AIDE_SIMULATEURS.json';
const { items } = JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')) as {
  items: { code: string; libelle: { fr: string } }[];
};

/** The call of the simulators' help texts in French, for `serve`. */
export const simulatorHints = {
  'GET /params/paramsByParentI18n/AIDE_SIMULATEURS': items.map(({ code, libelle }, id) => ({
    ...{ id, code, libelle: libelle.fr },
    ...{ description: null, string_1: null },
  })),
};
