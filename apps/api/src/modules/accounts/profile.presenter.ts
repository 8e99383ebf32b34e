import { qualification, type Lang, type QualificationView, type UserView } from '@wasl/contracts';

import { presentOwnPartner } from '../partners/index.ts';
import { presentPerson } from './person-columns.ts';
import type { Qualification } from './qualification.repository.ts';
import type { ProfileRow } from './users.repository.ts';

const surveyMembers = qualification.keyof().options;

export function presentQualification(row: Qualification): QualificationView {
  return Object.fromEntries(
    surveyMembers.map((name) => [name, row[name]]),
  ) as unknown as QualificationView;
}

function presentIdentity(row: ProfileRow['identity']): UserView['identity'] {
  if (row === null) return null;
  const { typeIdentity, idExpirationDate, fileId, backFileId } = row;
  return {
    typeIdentity,
    idExpirationDate: idExpirationDate.toISOString().slice(0, 10),
    hasFile: fileId !== null,
    hasBack: backFileId !== null,
  };
}

function presentConsent(row: ProfileRow['consents'][number] | undefined): UserView['consent'] {
  return row === undefined ? null : { version: row.version, at: row.at.toISOString() };
}

export function presentProfile(row: ProfileRow, lang: Lang): UserView {
  const survey = row.qualifications[0];
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    ...presentPerson(row, lang),
    lang: row.lang as Lang,
    isResponsible: row.role === 'PARTENAIRE' && row.isResponsible,
    typeBeneficiaire: row.typeBeneficiaire,
    qualification: survey === undefined ? null : presentQualification(survey),
    identity: presentIdentity(row.identity),
    consent: presentConsent(row.consents[0]),
    partner: row.partner === null ? null : presentOwnPartner(row.partner, lang),
  };
}
