// One line for each plugin. Without the line and its folders the portal builds without the plugin
// (docs/architecture.md).
export { metrics } from './metrics/index.ts';
export { phones } from './phones/index.ts';
export { scanner } from './scanner/index.ts';
export { tracing } from './tracing/index.ts';
export { webhooks } from './webhooks/index.ts';
