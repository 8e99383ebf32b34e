export { changesText, isUnchanged, type AreaChanges } from './changes.ts';
export { findSeedFolder, readSeedFiles, type SeedFiles } from './read-seed-files.ts';
export { SeedFault } from './seed-fault.ts';
export { seedReference, type SeedOptions } from './seed-reference.ts';
export { readDemoFiles, type DemoFiles } from './demo/read-demo-files.ts';
export { demoPassword, seedDemo, type DemoOptions } from './demo/seed-demo.ts';
