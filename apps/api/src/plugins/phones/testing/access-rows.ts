import type { EndpointIdOf } from '@wasl/contracts';

import { onlyBeneficiaries, type Row } from '../../../testing/access/row.ts';

/** Of the telephone of a person. */
export const accessRows: Readonly<Record<EndpointIdOf<'phones'>, Row>> = {
  getPhoneMessages: onlyBeneficiaries(200, 200, (c) => c.get('/phoneMessages')),
  savePhoneNumber: onlyBeneficiaries(200, 200, (c) =>
    c.put('/phoneMessages/number', { number: '0612345678', channel: 'SMS' }),
  ),
  verifyPhoneNumber: onlyBeneficiaries(400, 400, (c) =>
    c.post('/phoneMessages/code', { code: '000000' }),
  ),
  savePhoneMessages: onlyBeneficiaries(409, 409, (c) =>
    c.put('/phoneMessages', { wanted: [], channel: 'SMS' }),
  ),
  removePhoneNumber: onlyBeneficiaries(200, 200, (c) => c.delete('/phoneMessages')),
};
