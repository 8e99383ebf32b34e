import type { ComponentType } from 'react';

/** What a plugin adds to the pages of the client. */
export interface WebPlugin {
  /** A section of `/organisation/integrations`, which responsables open. */
  readonly OrganisationSection?: ComponentType<{ partnerId: number }>;
  /** A section of a beneficiary's `/account/notifications`. */
  readonly BeneficiarySection?: ComponentType;
}
