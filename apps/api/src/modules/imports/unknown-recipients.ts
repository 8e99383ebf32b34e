import { ApiError } from '../../platform/http/api-error.ts';
import type { ImportDeps, Importer } from './import-job.ts';

/**
 * Counts the addresses of a file that are unknown to the organisation, per organisation and day. It counts them before
 * an answer that reveals which have an account: a dry run (`isLook`) or a refusal. A completed import does not count,
 * because each of these people is asked for their agreement.
 * @throws ApiError TOO_MANY_REQUESTS in place of the answer, whose addresses are then not counted
 */
export async function withRecipientQuota<T>(
  { limits, log }: Pick<ImportDeps, 'limits' | 'log'>,
  { actor, partnerId }: Pick<Importer, 'actor' | 'partnerId'>,
  isLook: boolean,
  work: (unknownRecipients: Set<string>) => Promise<T>,
): Promise<T> {
  const unknownRecipients = new Set<string>();
  const count = async (): Promise<void> => {
    const addresses = unknownRecipients.size;
    if (addresses === 0) return;
    const about = { userId: actor.userId, partnerId, addresses };
    const account = `partner ${String(partnerId)}`;
    if (await limits.tryConsume('importUnknownPeople', { account }, addresses)) {
      log.info({ event: 'import.unknown_recipients_counted', ...about });
      return;
    }
    log.warn({ event: 'import.unknown_recipient_limit_reached', ...about });
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 * 60 });
  };
  let answer: T;
  try {
    answer = await work(unknownRecipients);
  } catch (error) {
    if (error instanceof ApiError) await count();
    throw error;
  }
  if (isLook) await count();
  return answer;
}
