export * from './create-test-app.ts';
export * from './factories.ts';
export * from './journey-under-way.ts';
export * from './partner-read-calls.ts';
export * from './refused-fields.ts';
export * from './sample-files.ts';
export * from './simulation-forms.ts';
export * from './test-client.ts';
