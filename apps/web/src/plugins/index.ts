// One line for each plugin: what it adds to the pages (docs/architecture.md).
export { phones } from './phones/index.ts';
export { webhooks } from './webhooks/index.ts';
