import type { Lang, QualificationView, UserView } from '@wasl/contracts';

import { presentOwnPartner } from '../partners/index.ts';
import { presentCodeLibelle, type Labelled } from '../reference/index.ts';
import type { Qualification } from './qualification.repository.ts';
import type { ProfileRow } from './users.repository.ts';

/** A profiling survey as its owner sees it. */
export function presentQualification(row: Qualification): QualificationView {
  return {
    id: row.id,
    commentaire: row.commentaire,
    typeBenef: row.typeBenef,
    numberOfJobs: row.numberOfJobs,
    revenue: row.revenue,
    projectIdea: row.projectIdea,
    projectMaturity: row.projectMaturity,
    expectedNumberOfJobs: row.expectedNumberOfJobs,
    investmentAmount: row.investmentAmount,
    revenueOfProject: row.revenueOfProject,
    lookingFor: row.lookingFor,
    lookingForOtherThing: row.lookingForOtherThing,
    dejaAccompagne: row.dejaAccompagne,
    department: row.department,
    service: row.service,
  };
}

/** A person as they see themselves. */
export function presentProfile(row: ProfileRow, lang: Lang): UserView {
  const labelled = (item: Labelled | null) =>
    item === null ? null : presentCodeLibelle(item, lang);
  const survey = row.qualifications[0];
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    nom: row.nom,
    prenom: row.prenom,
    birthDate: row.birthDate?.toISOString().slice(0, 10) ?? null,
    sex: row.sex,
    nationality: row.nationality,
    countryOfResidence: row.countryOfResidence,
    address: row.address,
    city: row.city,
    province: row.province,
    phone: row.phone,
    codeCountry: row.codeCountry,
    levelOfStudy: labelled(row.levelOfStudy),
    lang: row.lang as Lang,
    typeBeneficiaire: row.typeBeneficiaire,
    profil: labelled(row.profil),
    area: labelled(row.area),
    numCin: row.numCin,
    companyName: row.companyName,
    headquarter: row.headquarter,
    ice: row.ice,
    ifu: row.ifu,
    qualification: survey === undefined ? null : presentQualification(survey),
    partner: row.partner === null ? null : presentOwnPartner(row.partner, lang),
  };
}
