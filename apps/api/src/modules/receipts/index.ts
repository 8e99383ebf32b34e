export { receiptPages } from './receipt-pages.ts';
export { receiptsHandlers } from './receipts.routes.ts';
