import {
  completedSurvey,
  editableBeneficiary,
  editablePerson,
  isTypeBenefRequired,
  missingMembers,
  readPhone,
  type BodyOf,
  type Lang,
  type Endpoints,
  type PhoneNumber,
  type SentSurvey,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { isSelf } from '../../policies/account.ts';
import { partnersService } from '../partners/index.ts';
import { referenceService } from '../reference/index.ts';
import { codesOf, columnsOf } from './person-columns.ts';
import { qualificationRepository, type Qualification } from './qualification.repository.ts';
import { usersRepository, type ProfileRow } from './users.repository.ts';

export type ProfileDeps = Pick<Deps, 'db' | 'clock'>;

type BeneficiaryChanges = BodyOf<Endpoints['updateBeneficiaryUser']>;
type AgentChanges = BodyOf<Endpoints['updatePartnerUser']>;

async function profileOf(db: Db, userId: string): Promise<ProfileRow> {
  const profile = await usersRepository(db).findProfile(userId);
  if (!profile) throw new ApiError('NOT_FOUND');
  return profile;
}

/** The sent number with its prefix. The contract parsed it when a prefix was sent; else the stored prefix counts. */
function numberOf(
  { phone, codeCountry }: Pick<BeneficiaryChanges, 'phone' | 'codeCountry'>,
  stored: ProfileRow,
): PhoneNumber {
  if (codeCountry !== undefined) return { phone, codeCountry };
  const number = readPhone(phone, stored.codeCountry ?? '+212');
  if (number === null) throw invalidField('phone', 'phone');
  return number;
}

type Items = Partial<Pick<BeneficiaryChanges, 'profil' | 'area'>>;

/** Stores only members of the contract, so that unknown members never reach a column. */
async function updateDetails(
  tx: Db,
  userId: string,
  input: Omit<BeneficiaryChanges, keyof Items>,
  { profil, area }: Items = {},
): Promise<void> {
  const reference = referenceService(tx);
  const stored = await profileOf(tx, userId);
  const number = numberOf(input, stored);
  const province = await reference.normaliseProvince(input.province);
  const codes = codesOf(editableBeneficiary, {
    ...input,
    profil,
    area,
    // A province stored before the check existed stays until it is changed.
    province: province === stored.province ? undefined : province,
    countryOfResidence: stored.countryOfResidence,
  });
  const idAt = await reference.resolveCodes(codes);
  await usersRepository(tx).updateDetails(userId, {
    ...columnsOf(editablePerson, { ...input, province }, idAt),
    ...number,
    ...(profil === undefined ? {} : { profilId: idAt('profil') }),
    ...(area === undefined ? {} : { areaId: idAt('area') }),
  });
}

export function profileService(deps: ProfileDeps) {
  return {
    /**
     * @param idOrEmail must identify the actor
     * @throws ApiError NOT_FOUND for another person
     */
    async read(actor: Actor, idOrEmail: string): Promise<ProfileRow> {
      if (!isSelf(actor, idOrEmail)) throw new ApiError('NOT_FOUND');
      return await profileOf(deps.db, actor.userId);
    },

    /** @throws ApiError INVALID_INPUT for unknown codes, and for the profile of a company */
    async updateBeneficiary(actor: Actor, input: BeneficiaryChanges): Promise<ProfileRow> {
      return await inTransaction(deps.db, async (tx) => {
        if (input.profil !== undefined) {
          const { typeBeneficiaire } = await qualificationRepository(tx).respondent(actor.userId);
          // A company has no profile.
          if (typeBeneficiaire === 'entreprise') throw invalidField('profil', 'invalid');
        }
        await updateDetails(tx, actor.userId, input, input);
        return await profileOf(tx, actor.userId);
      });
    },

    /**
     * Updates the actor and their organisation, which stays unchanged when absent.
     * @throws ApiError ORGANISATION_TAKEN, PROFILE_CHANGED, INVALID_INPUT for unknown codes
     */
    async updateAgent(actor: Actor, input: AgentChanges, lang: Lang): Promise<ProfileRow> {
      const { partnerId } = actor;
      if (partnerId === null) throw new ApiError('NOT_FOUND');
      return await inTransaction(deps.db, async (tx) => {
        const call = { actor, lang, now: deps.clock.now() };
        if (input.partner !== undefined)
          await partnersService(tx).update(call, partnerId, input.partner);
        await updateDetails(tx, actor.userId, input);
        return await profileOf(tx, actor.userId);
      });
    },

    /** Sets the language of future mails to the actor. */
    async saveLanguage(actor: Actor, lang: Lang): Promise<void> {
      await usersRepository(deps.db).setLanguage(actor.userId, lang);
    },

    /**
     * Saves the profiling survey; the earlier survey stays as history. Absent members keep the earlier answer.
     * @throws ApiError INVALID_INPUT for unknown codes, and for a missing type when the profile requires it
     */
    async saveQualification(actor: Actor, sent: SentSurvey): Promise<Qualification> {
      const codes = sent.lookingFor.split(',');
      return await inTransaction(deps.db, async (tx) => {
        const surveys = qualificationRepository(tx);
        await usersRepository(tx).lock(actor.userId);
        const { typeBeneficiaire, profil, qualifications } = await surveys.respondent(actor.userId);
        const answers = completedSurvey(sent, qualifications[0] ?? null);
        const fields = missingMembers(answers).map((path) => ({ path, key: 'required' as const }));
        if (fields.length > 0) throw new ApiError('INVALID_INPUT', { fields });
        const isAsked =
          typeBeneficiaire === 'particulier' && isTypeBenefRequired(profil?.code ?? null);
        if (isAsked && answers.typeBenef === null) throw invalidField('typeBenef', 'required');
        await referenceService(tx).resolveCodes(
          codes.map((code) => ({ path: 'lookingFor', parent: 'LOOKING_FOR', code })),
        );
        return await surveys.replace({ ...answers, userId: actor.userId }, deps.clock.now());
      });
    },
  };
}
