export { isUnchanged } from './changes.ts';
export { runSeed } from './command.ts';
export { readDemoFiles } from './demo/read-demo-files.ts';
export { demoPassword, seedDemo } from './demo/seed-demo.ts';
export { leavesOf, memberChanges } from './member-changes.ts';
export { findSeedFolder, readSeedFiles, type SeedFiles } from './read-seed-files.ts';
export { nameOfRuleSet, storedRuleSets, type StoredRuleSet } from './rule-set-plan.ts';
export { SeedFault } from './seed-fault.ts';
export { seedReference } from './seed-reference.ts';
