export * from './organisation.ts';
export * from './person.ts';
export * from './request.ts';
