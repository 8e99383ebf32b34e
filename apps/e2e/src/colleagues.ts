import { randomUUID } from 'node:crypto';

import type { APIRequestContext } from '@playwright/test';
import { personBody } from '@wasl/contracts/testing';
import { queryRows } from '@wasl/tooling/testing';

import { expect } from './server.ts';
import { demoPassword } from './signed-in.ts';

export interface Organisation {
  readonly id: number;
  readonly title: string;
  readonly logo: string | null;
}

/** Id of the organisation that new agents join. */
export async function organisationOf(
  request: APIRequestContext,
  url: string,
): Promise<Organisation> {
  let found: Organisation | undefined;
  // A portal on a busy machine answers 503 when no database connection is free in time.
  await expect(async () => {
    const answer = await request.post(
      `${url}/api/partners/titleAndServicesAndSecteursAndSupportTypes`,
      { data: { title: 'CCIS' } },
    );
    expect(answer.status()).toBe(200);
    [found] = ((await answer.json()) as { data: Organisation[] }).data;
  }).toPass();
  if (found === undefined) throw new Error('no CCIS among the organisations');
  return found;
}

/** A new agent of the organisation with a confirmed address; once approved, a responsable by default. */
export async function createNewcomer(
  request: APIRequestContext,
  portal: { url: string; databaseUrl: string },
  prenom: string,
  given: { readonly isApproved?: boolean; readonly isResponsible?: boolean } = {},
): Promise<string> {
  const { isApproved = false } = given;
  const { isResponsible = isApproved } = given;
  const { id } = await organisationOf(request, portal.url);
  const email = `${randomUUID()}@example.org`;
  const answer = await request.post(`${portal.url}/api/utilisateurs/signUpAgentPartner`, {
    data: {
      ...personBody,
      role: { name: 'PARTENAIRE' },
      nom: 'Tazi',
      prenom,
      email,
      password: demoPassword,
      confirmedPassword: demoPassword,
      levelOfStudy: 'BAC_3',
      partner: { id },
      consent: 1,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  await queryRows(
    portal.databaseUrl,
    `UPDATE users SET email_confirmed_at = now(), approved_at = CASE WHEN $2 THEN now() END, is_responsible = $3
     WHERE email = $1 RETURNING id`,
    [email, isApproved, isResponsible],
  );
  return email;
}
