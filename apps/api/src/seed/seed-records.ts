import { createHash } from 'node:crypto';

import type { Db } from '../platform/database/db.ts';

export function contentHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** JSON with sorted members: PostgreSQL's jsonb does not preserve their order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

export interface SeedMark {
  readonly key: string;
  readonly recordId: number | null;
  readonly sha256: string;
}

/** Marks of earlier seeds whose keys begin with `prefix`. */
export async function readMarks(db: Db, prefix: string): Promise<Map<string, SeedMark>> {
  const marks = await db.seedRecord.findMany({
    where: { key: { startsWith: prefix } },
    select: { key: true, recordId: true, sha256: true },
  });
  return new Map(marks.map((mark) => [mark.key, mark]));
}

export async function writeMarks(db: Db, marks: readonly SeedMark[]): Promise<void> {
  if (marks.length === 0) return;
  await db.seedRecord.deleteMany({ where: { key: { in: marks.map(({ key }) => key) } } });
  await db.seedRecord.createMany({ data: marks.map((mark) => ({ ...mark })) });
}

export async function removeMarks(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.seedRecord.deleteMany({ where: { key: { in: [...keys] } } });
}
