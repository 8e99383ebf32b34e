import {
  individualDto,
  organizationDto,
  personMembers,
  type BodyOf,
  type Endpoints,
  type Lang,
} from '@wasl/contracts';

import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import { accountTokensRepository } from '../../platform/auth/account-tokens.repository.ts';
import { inTransaction, isDuplicate, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { partnersService } from '../partners/index.ts';
import { referenceService } from '../reference/index.ts';
import { consentsRepository } from './consents.repository.ts';
import { requireStrongPassword } from './chosen-password.ts';
import { dateOfDay } from './date-of-day.ts';
import { confirmationSeconds } from './email-confirmation.service.ts';
import { identityRepository } from './identity.repository.ts';
import { codesOf, columnsOf } from './person-columns.ts';
import { usersRepository, type NewUser } from './users.repository.ts';

export type SignUpDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'passwords' | 'limits' | 'mail' | 'settings'
>;

/** The address of a sign-up, and the language of its mails. */
export interface SignUpOrigin {
  readonly address: string;
  readonly lang: Lang;
}

type BeneficiaryInput = BodyOf<Endpoints['signUpBeneficiary']>;
type AgentInput = BodyOf<Endpoints['signUpAgentPartner']>;

export function signUpService(deps: SignUpDeps) {
  const { clock, limits, log, mail, passwords, settings } = deps;

  /** The input with the code of its province, when it is one of Morocco's. */
  const withProvince = async <T extends BeneficiaryInput | AgentInput>(tx: Db, input: T) => ({
    ...input,
    province: await referenceService(tx).normaliseProvince(input.province),
  });

  /** Creates the account with the consent and the confirmation mail. @throws ApiError EMAIL_TAKEN */
  const open = async (
    tx: Db,
    user: NewUser,
    consent: number | null | undefined,
  ): Promise<string> => {
    let userId: string;
    try {
      userId = await usersRepository(tx).insert(user);
    } catch (error) {
      if (isDuplicate(error, 'email')) throw new ApiError('EMAIL_TAKEN', { cause: error });
      throw error;
    }
    if (typeof consent === 'number') {
      const { lang } = user;
      await consentsRepository(tx).note(userId, { version: consent, lang, at: clock.now() });
    }
    const token = await accountTokensRepository(tx).issue('EMAIL_CONFIRMATION', userId, {
      now: clock.now(),
      seconds: confirmationSeconds,
    });
    await recordAlone(
      tx,
      { mail, now: clock.now() },
      { type: 'account.opened', account: addressee(user), token },
    );
    return userId;
  };

  return {
    /**
     * Creates a beneficiary's account, which is usable after the confirmation of its address.
     * @throws ApiError EMAIL_TAKEN, INVALID_INPUT for unknown codes, TOO_MANY_REQUESTS
     */
    async beneficiary(input: BeneficiaryInput, { address, lang }: SignUpOrigin): Promise<string> {
      await limits.consume('signUp', { address });
      const { individualDto: one, organizationDto: many, identity } = input;
      await requireStrongPassword(deps, input.password, {
        ...input,
        companyName: many?.companyName ?? null,
        partner: null,
      });
      const passwordHash = await passwords.hash(input.password);
      const userId = await inTransaction(deps.db, async (tx) => {
        const person = await withProvince(tx, input);
        const idAt = await referenceService(tx).resolveCodes([
          ...codesOf(personMembers, person),
          ...(one ? codesOf(individualDto.shape, one, 'individualDto.') : []),
          ...(many ? codesOf(organizationDto.shape, many, 'organizationDto.') : []),
        ]);
        const id = await open(
          tx,
          {
            email: person.email,
            ...columnsOf(personMembers, person, idAt),
            ...(one && columnsOf(individualDto.shape, one, (m) => idAt(`individualDto.${m}`))),
            ...(many &&
              columnsOf(organizationDto.shape, many, (m) => idAt(`organizationDto.${m}`))),
            lang,
            passwordHash,
            role: 'BENEFICIAIRE',
            typeBeneficiaire: one ? 'particulier' : 'entreprise',
          },
          input.consent,
        );
        if (identity) {
          await identityRepository(tx).declare(id, {
            typeIdentity: identity.type,
            idExpirationDate: dateOfDay(identity.idExpirationDate),
          });
        }
        return id;
      });
      log.info({ event: 'account.signed_up', role: 'BENEFICIAIRE', userId, address });
      return userId;
    },

    /**
     * Creates an agent's account for an approved or a new organisation. It has no access until it is approved
     * (behaviour §4), unless the deployment approves every agent.
     * @throws ApiError EMAIL_TAKEN, ORGANISATION_TAKEN, INVALID_INPUT for unknown codes or organisation,
     * TOO_MANY_REQUESTS
     */
    async agent(input: AgentInput, { address, lang }: SignUpOrigin): Promise<string> {
      await limits.consume('signUp', { address });
      const partnerNames =
        typeof input.partner.id === 'number'
          ? await partnersService(deps.db).find(input.partner.id)
          : { title: 'title' in input.partner ? input.partner.title : '' };
      await requireStrongPassword(deps, input.password, {
        ...input,
        companyName: null,
        partner: partnerNames,
      });
      const passwordHash = await passwords.hash(input.password);
      const approvedAt = settings.partnerApproval === 'auto' ? clock.now() : null;
      const userId = await inTransaction(deps.db, async (tx) => {
        const partners = partnersService(tx);
        const person = await withProvince(tx, input);
        const idAt = await referenceService(tx).resolveCodes(codesOf(personMembers, person));
        const { partner } = input;
        let partnerId: number;
        if (typeof partner.id === 'number') {
          if (!(await partners.isApproved(partner.id)))
            throw invalidField('partner.id', 'unknownCode');
          partnerId = partner.id;
        } else {
          partnerId = await partners.create(partner, approvedAt);
        }
        return await open(
          tx,
          {
            email: person.email,
            ...columnsOf(personMembers, person, idAt),
            lang,
            passwordHash,
            role: 'PARTENAIRE',
            partnerId,
            approvedAt,
          },
          input.consent,
        );
      });
      log.info({ event: 'account.signed_up', role: 'PARTENAIRE', userId, address });
      return userId;
    },
  };
}
