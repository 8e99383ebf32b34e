// One line for each plugin: `calls` are those that it adds, and its schemas are named in the OpenAPI document (docs/architecture.md).
export * as phones from './phones/index.ts';
export * as webhooks from './webhooks/index.ts';
