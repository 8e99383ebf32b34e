import { describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { build, rows } from '../database/statements.repository.ts';
import { activeAgent, attendedPartner, isActiveAgent, isActiveAgentRow } from './active-agent.ts';
import { requireUsable } from './authenticate.ts';

const app = useTestApp();

const at = new Date('2026-03-01T10:00:00Z');
const combinations = [null, at].flatMap((emailConfirmedAt) =>
  [null, at].flatMap((approvedAt) =>
    [null, at].map((disabledAt) => ({ emailConfirmedAt, approvedAt, disabledAt })),
  ),
);

describe('an agent who can sign in', () => {
  it.each(combinations)(
    'is defined alike in the rules, in Prisma, in SQL and at sign-in: %j',
    async (over) => {
      const user = await app.make.anAgent(over);
      const isActive = isActiveAgent(user);
      expect(isActive).toBe(
        over.emailConfirmedAt !== null && over.approvedAt !== null && over.disabledAt === null,
      );
      const { id, partnerId } = user;
      expect(await app.db.user.count({ where: { AND: [{ id }, activeAgent] } })).toBe(
        Number(isActive),
      );
      expect(
        await app.db.partner.count({ where: { AND: [{ id: partnerId }, attendedPartner] } }),
      ).toBe(Number(isActive));
      const selected = build
        .selectFrom('users as u')
        .where('u.id', '=', id)
        .where(isActiveAgentRow())
        .select('u.id');
      expect(await rows(app.db, selected)).toHaveLength(Number(isActive));
      const enter = () => requireUsable(user);
      if (isActive) expect(enter).not.toThrow();
      else expect(enter).toThrow();
    },
  );

  it('is never a beneficiary', async () => {
    const user = await app.make.aBeneficiary({ approvedAt: at });
    expect(isActiveAgent(user)).toBe(false);
    expect(await app.db.user.count({ where: { AND: [{ id: user.id }, activeAgent] } })).toBe(0);
  });
});
