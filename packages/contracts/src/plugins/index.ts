// One line for each plugin: `calls` are its calls, and its schemas are named in the OpenAPI document
// (docs/architecture.md).
export * as webhooks from './webhooks/index.ts';
