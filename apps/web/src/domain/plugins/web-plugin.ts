import type { ComponentType } from 'react';

/** What a plugin adds to the pages of the client. */
export interface WebPlugin {
  /** A section of the profile of a responsable, about their organisation. */
  readonly OrganisationSection?: ComponentType<{ partnerId: number }>;
  /** A section of the profile of a beneficiary. */
  readonly BeneficiarySection?: ComponentType;
}
