// Here, where editors look for it; the rules stand with the other tools.
export { default } from './packages/tooling/eslint.config.mjs';
