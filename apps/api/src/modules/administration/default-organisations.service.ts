import type { Lang } from '@wasl/contracts';
import type { ServiceDefaultView } from '@wasl/contracts/administration';

import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { labelOf, nameOf } from '../../platform/i18n/in-lang.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { unroutedRepository } from '../requests/index.ts';

/** The organisation that gets a service when no other can. */
export function defaultOrganisationsService({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>) {
  return {
    async list(lang: Lang): Promise<ServiceDefaultView[]> {
      const services = await unroutedRepository(db).services();
      return services.map(({ defaultPartner, _count, ...item }) => ({
        code: item.code,
        title: labelOf(item, lang),
        offering: _count.partnerServices,
        organisation: defaultPartner && {
          id: defaultPartner.id,
          title: nameOf(defaultPartner, lang),
          isAttended: defaultPartner.approvedAt !== null && defaultPartner.agents.length > 0,
        },
      }));
    },

    /**
     * @param organisationId an approved organisation with an agent, or null for none
     * @throws ApiError NOT_FOUND for an unknown service, INVALID_INPUT at `organisationId`
     */
    async set(code: string, organisationId: number | null, word: AdministratorWord): Promise<void> {
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const services = unroutedRepository(tx);
        if (organisationId !== null) {
          const attended = await services.attended();
          if (!attended.some(({ id }) => id === organisationId))
            throw invalidField('organisationId', 'unattended');
        }
        if (!(await services.setDefault(code, organisationId))) throw new ApiError('NOT_FOUND');
        const { by, reason } = word;
        await administratorActsRepository(tx).record(
          'DEFAULT_ORGANISATION_SET',
          organisationId === null ? {} : { partnerId: organisationId },
          { by, reason: reason === null ? code : `${code}: ${reason}` },
          now,
        );
        log.info({
          event: 'admin.default_set',
          service: code,
          organisationId,
          by: 'administrator',
        });
      });
    },
  };
}
