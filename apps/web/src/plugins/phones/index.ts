import type { WebPlugin } from '../../domain/plugins/web-plugin.ts';
import { PhoneMessages } from './components/phone-messages.tsx';

/** Text messages to a beneficiary in place of mails. */
export const phones: WebPlugin = { BeneficiarySection: PhoneMessages };
