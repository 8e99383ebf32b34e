#!/usr/bin/env node
// The commands behind `npm start`, `npm test`, `npm run check`, `npm run dev` and `npm run admin`. Old syntax only: an
// outdated Node must reach the message below.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Wasl needs Node 20.19 or newer; this is Node ${process.versions.node}. Get it from https://nodejs.org/.`,
  );
  process.exit(1);
}
import('./bootstrap.mjs')
  .then((bootstrap) => bootstrap.run(process.argv.slice(2)))
  .catch((error) => {
    console.error(error && error.isPlain ? error.message : error);
    process.exit(1);
  });
