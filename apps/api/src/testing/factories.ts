import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import {
  mailKindsByRole,
  simulateBody,
  simulateNordevBody,
  type RequestStatus,
} from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import {
  simulateGeneral,
  simulateNordev,
  type GeneralRuleSet,
  type NordevRuleSet,
  type RuleSet,
} from '@wasl/premium';
import bcrypt from 'bcrypt';

import { makeKey } from '../platform/auth/api-keys.ts';
import type { PrismaClient } from '../platform/database/db.ts';
import { storedStatusOf } from '../policies/request-status.ts';
import { generalExample, nordevExample } from './simulation-forms.ts';

export const testPassword = 'Wasl#Test2026';
const testPasswordHash = bcrypt.hashSync(testPassword, 4);

const keyOf = (label: string): string =>
  label.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();

type SeededRuleSet = Pick<RuleSet, 'scheme' | 'version' | 'validFrom' | 'source'> & {
  rules: Prisma.InputJsonObject;
};

function seededRuleSets(): SeededRuleSet[] {
  const folder = new URL('../../../../prisma/seed/reference/premium/', import.meta.url);
  return readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as SeededRuleSet,
  );
}

export type Factories = ReturnType<typeof factories>;

/**
 * Creates rows for tests with their parents. Every member can be given: `make.aRequest({ status: 'NOUVEAU' })`. A run
 * creates thousands, so rows are plain inserts: a nested `create` or an `upsert` is a transaction of five statements.
 */
export function factories(db: PrismaClient) {
  let count = 0;
  const next = (): string => {
    count += 1;
    return `${String(count)}-${randomUUID().slice(0, 6)}`;
  };

  const make = {
    async aKey(over: Partial<Prisma.ApiKeyUncheckedCreateInput> = {}) {
      const { secret, prefix, hash } = makeKey();
      const row = await db.apiKey.create({
        data: {
          partnerId: over.partnerId ?? (await make.aPartner()).id,
          name: `Système ${next()}`,
          prefix,
          hash,
          scopes: ['requests:read'],
          createdAt: new Date(),
          createdById: randomUUID(),
          expiresAt: new Date(Date.now() + 30 * 24 * 3600 * 1000),
          ...over,
        },
      });
      return { ...row, secret };
    },
    /** An item of a reference list, with the list. */
    async anItem(parent: string, over: Partial<Prisma.ReferenceItemUncheckedCreateInput> = {}) {
      await db.referenceList.createMany({ data: { code: parent }, skipDuplicates: true });
      const code = over.code ?? `${parent}_${next()}`.toUpperCase().replaceAll('-', '_');
      const libelleFr = over.libelleFr ?? `Libellé ${code}`;
      const [made] = await db.referenceItem.createManyAndReturn({
        data: { parent, code, libelleFr, libelleKey: keyOf(libelleFr), ...over },
        skipDuplicates: true,
      });
      return (
        made ??
        (await db.referenceItem.findUniqueOrThrow({ where: { parent_code: { parent, code } } }))
      );
    },

    async aService(over: Partial<Prisma.ReferenceItemUncheckedCreateInput> = {}) {
      return await make.anItem('SERVICE', over);
    },

    /**
     * A beneficiary with a confirmed address. `isQualified` adds the survey, `openedBy` the organisation whose import
     * created it.
     */
    async aBeneficiary(
      over: Partial<Prisma.UserUncheckedCreateInput> & {
        isQualified?: boolean;
        openedBy?: number;
      } = {},
    ) {
      const { isQualified = true, openedBy, ...members } = over;
      const n = next();
      const importId =
        openedBy === undefined ? null : (await make.anImport(openedBy, 'BENEFICIARIES')).id;
      const user = await db.user.create({
        data: {
          email: `beneficiary.${n}@example.org`,
          passwordHash: testPasswordHash,
          role: 'BENEFICIAIRE',
          nom: 'Alaoui',
          prenom: `Amina ${n}`,
          typeBeneficiaire: 'particulier',
          numCin: 'LA12345',
          address: '12 rue du Port',
          city: 'Tanger',
          phone: '+212612345678',
          codeCountry: '+212',
          emailConfirmedAt: new Date(),
          importId,
          ...members,
        },
      });
      if (isQualified) {
        await db.qualification.create({
          data: {
            userId: user.id,
            commentaire: 'Ouvrir un atelier',
            projectIdea: 'Projet en cours de création',
            lookingFor: 'FINANCEMENT',
            dejaAccompagne: 'non',
          },
        });
      }
      return user;
    },

    async anImport(partnerId: number, kind: Prisma.ImportUncheckedCreateInput['kind']) {
      return await db.import.create({
        data: { kind, partnerId, originalName: `fichier ${next()}`, sha256: randomUUID(), rows: 1 },
      });
    },

    /**
     * An approved organisation that offers `serviceItems`. One of its agents can sign in and receives no mails;
     * `isAttended: false` omits the agent.
     */
    async aPartner(
      over: Partial<Prisma.PartnerUncheckedCreateInput> & {
        serviceItems?: readonly { id: number }[];
        isAttended?: boolean;
      } = {},
    ) {
      const { serviceItems = [], isAttended = true, ...members } = over;
      const title = members.title ?? `Organisme ${next()}`;
      const partner = await db.partner.create({
        data: {
          title,
          titleKey: keyOf(title),
          description: 'Accompagne les porteurs de projet',
          approvedAt: new Date(),
          ...members,
        },
      });
      if (serviceItems.length > 0) {
        await db.partnerService.createMany({
          data: serviceItems.map(({ id }) => ({ partnerId: partner.id, itemId: id })),
        });
      }
      if (isAttended) {
        const agent = await db.user.create({
          data: {
            email: `attendant.${next()}@example.org`,
            role: 'PARTENAIRE',
            nom: 'Gardien',
            prenom: 'Driss',
            emailConfirmedAt: new Date(),
            approvedAt: new Date(),
            partnerId: partner.id,
          },
        });
        await db.refusedMail.createMany({
          data: mailKindsByRole.PARTENAIRE.map((kind) => ({ userId: agent.id, kind })),
        });
      }
      return partner;
    },

    /** An approved agent of `partnerId` or of a new organisation; a responsable by default. */
    async anAgent(over: Partial<Prisma.UserUncheckedCreateInput> = {}) {
      const n = next();
      const partnerId = over.partnerId ?? (await make.aPartner({ isAttended: false })).id;
      const user = await db.user.create({
        data: {
          email: `agent.${n}@example.org`,
          passwordHash: testPasswordHash,
          role: 'PARTENAIRE',
          nom: 'Bennani',
          prenom: `Karim ${n}`,
          emailConfirmedAt: new Date(),
          approvedAt: new Date(),
          // An unapproved agent is no responsable.
          isResponsible: over.approvedAt !== null,
          ...over,
          partnerId,
        },
      });
      return { ...user, partnerId };
    },

    /** An open journey with one task of `partnerId` or of a new organisation. */
    async aJourney(
      over: Partial<Prisma.JourneyDefUncheckedCreateInput> & { partnerId?: number } = {},
    ) {
      const { partnerId, ...members } = over;
      const n = next();
      return await db.journeyDef.create({
        data: {
          slug: `journey-${n}`,
          titleFr: `Parcours ${n}`,
          descriptionFr: 'Un parcours',
          taskDefs: {
            create: [
              {
                position: 0,
                titleItemId: (await make.aService()).id,
                partnerId: partnerId ?? (await make.aPartner()).id,
              },
            ],
          },
          ...members,
        },
        include: { taskDefs: true },
      });
    },

    /** A request of `beneficiaryId` or of a new beneficiary; for one service unless it has a journey. */
    async aRequest(
      over: Partial<Omit<Prisma.SupportRequestUncheckedCreateInput, 'status'>> & {
        status?: RequestStatus;
        serviceItems?: readonly { id: number }[];
      } = {},
    ) {
      const { serviceItems, status, ...members } = over;
      const items = serviceItems ?? (members.journeyDefId ? [] : [await make.aService()]);
      const beneficiaryId = members.beneficiaryId ?? (await make.aBeneficiary()).id;
      count += 1;
      const request = await db.supportRequest.create({
        data: {
          // A year before the product, so that its own counter never produces the number.
          numRequest: `1999-${String(count).padStart(6, '0')}`,
          description: 'Besoin d’accompagnement',
          ...(status === undefined ? {} : { status: storedStatusOf(status) }),
          ...members,
          beneficiaryId,
        },
      });
      const services = await db.requestService.createManyAndReturn({
        data: items.map(({ id }) => ({ requestId: request.id, itemId: id })),
      });
      return { ...request, services };
    },

    /** A step of `requestId` (or of a new, submitted request) for `partnerId` (or a new organisation). */
    async aStep(over: Partial<Prisma.ProcessingStepUncheckedCreateInput> = {}) {
      const requestId = over.requestId ?? (await make.aRequest({ status: 'NOUVEAU' })).id;
      const position = over.position ?? (await db.processingStep.count({ where: { requestId } }));
      return await db.processingStep.create({
        data: {
          status: 'ASSIGNED',
          titleItemId: over.titleItemId ?? (await make.aService()).id,
          partnerId: over.partnerId ?? (await make.aPartner()).id,
          assignedAt: new Date(),
          // Saved by an agent at least once.
          ...(['NOT_STARTED', 'ASSIGNED', undefined].includes(over.status)
            ? {}
            : { processingStartDate: new Date() }),
          ...over,
          requestId,
          position,
        },
      });
    },

    /** The premium rule sets of the seed files, both schemes. */
    async theRuleSets() {
      for (const { scheme, version, validFrom, source, rules } of seededRuleSets()) {
        await db.premiumRuleSet.upsert({
          where: { scheme_version: { scheme, version } },
          create: { scheme, version, validFrom: new Date(validFrom), source, rules },
          update: {},
        });
      }
    },

    /** A stored simulation: `generalExample` or `nordevExample`, computed. */
    async aSimulation(ownerId: string, scheme: RuleSet['scheme'] = 'general') {
      await make.theRuleSets();
      const row = await db.premiumRuleSet.findFirstOrThrow({
        where: { scheme },
        orderBy: { id: 'asc' },
      });
      const { validFrom, ...file } = row;
      const ruleSet = { ...file, validFrom: validFrom.toISOString().slice(0, 10) } as unknown;
      const input = (scheme === 'general' ? simulateBody : simulateNordevBody).parse(
        scheme === 'general' ? generalExample : nordevExample,
      );
      const outcome =
        scheme === 'general'
          ? simulateGeneral(input, ruleSet as GeneralRuleSet)
          : simulateNordev(input, ruleSet as NordevRuleSet);
      if (outcome.kind !== 'granted') throw new Error('The example is not granted');
      const result = JSON.parse(
        JSON.stringify({ ...outcome.result, details: outcome.details }),
      ) as Prisma.InputJsonObject;
      return await db.simulation.create({
        data: {
          scheme,
          ownerId,
          ruleSetId: row.id,
          input: input,
          result,
        },
      });
    },
  };
  return make;
}
