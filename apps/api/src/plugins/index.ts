// One line for each plugin: without it and its folders the portal is built without the plugin (docs/architecture.md).
export { metrics } from './metrics/index.ts';
export { scanner } from './scanner/index.ts';
export { tracing } from './tracing/index.ts';
export { webhooks } from './webhooks/index.ts';
