/** The database beneath both sides of a measurement. */
import type { TestApp } from '../../../api/src/testing/index.ts';

/** Has no mail sent while it is measured: sending is not part of a call, and only one side would do it. */
export async function holdMails({ db }: TestApp): Promise<void> {
  await db.$executeRawUnsafe(`CREATE FUNCTION hold_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.next_attempt_at := 'infinity'; RETURN NEW; END $$`);
  await db.$executeRawUnsafe(
    'CREATE TRIGGER hold_mail BEFORE INSERT ON outbox_mails FOR EACH ROW EXECUTE FUNCTION hold_mail()',
  );
}

/** The process of PostgreSQL whose children serve the connections. */
export async function postmasterOf({ db }: TestApp): Promise<number> {
  const [file] = await db.$queryRaw<
    { text: string }[]
  >`SELECT pg_read_file('postmaster.pid') AS text`;
  return Number(file?.text.split('\n')[0]);
}
