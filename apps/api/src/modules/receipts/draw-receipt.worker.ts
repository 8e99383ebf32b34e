import { done, type Done } from '../../platform/threads/done.ts';
import { drawReceipt, type ReceiptJob } from './draw-receipt.ts';

export default async function drawInThread({ receipt, head }: ReceiptJob): Promise<Done> {
  return await done(() => drawReceipt(receipt, head));
}
