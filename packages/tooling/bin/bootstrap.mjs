// From a fresh clone to installed packages with nothing but Node and npm. Nothing is installed yet
// when this file runs, so it imports from Node only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** An error whose sentence is all that the person needs. */
function plainFault(message) {
  return Object.assign(new Error(message), { isPlain: true });
}

/**
 * npm passes its own settings on as npm_config_*; pnpm and npm below would read them as theirs
 * (for instance `npm_config_prefix`). Only how to reach the registry is kept.
 */
function withoutNpmSettings(env) {
  const kept = /^npm_(?!config_(registry|https?_proxy|proxy|noproxy|cafile|userconfig)$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !kept.test(name)));
}

/**
 * Names of the options that npm took for its own, by spaces: `npm run admin seed --dry-run` without `--` leaves the
 * command without them, and it must not be done as if nobody had asked.
 */
function takenByNpm(env) {
  return Object.entries(env)
    .filter(([name, value]) => /^npm_config_/i.test(name) && value !== '' && value !== 'false')
    .map(([name]) => name.slice('npm_config_'.length).toLowerCase().replace(/_/g, '-'))
    .join(' ');
}

/** Runs an installer quietly; what it said is shown only when it fails. */
function install(command, commandArguments, options) {
  const result = spawnSync(command, commandArguments, { encoding: 'utf8', ...options });
  if (result.error) throw plainFault(`${command} does not run: ${result.error.message}.`);
  if (result.signal) process.exit(130);
  if (result.status !== 0) {
    const said = `${result.stdout}${result.stderr}`.trim().split('\n').slice(-25).join('\n');
    throw plainFault(`${said}\n\nThe packages could not be installed (see above).`);
  }
}

/** The pnpm that package.json pins, from the npm registry, in .cache/. */
function pinnedPnpm(env) {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const version = /^pnpm@([\d.]+)/.exec(manifest.packageManager)[1];
  const home = path.join(root, '.cache', `pnpm-${version}`);
  const program = path.join(home, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  if (!fs.existsSync(program)) {
    console.log(`Getting pnpm ${version} …`);
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(path.join(home, 'package.json'), '{"private":true}\n');
    install('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `pnpm@${version}`], {
      cwd: home,
      env,
      shell: process.platform === 'win32',
    });
  }
  return { program, bin: path.join(home, 'node_modules', '.bin') };
}

/** Installs exactly what the lock file says, when that changed since the last time. */
function installPackages(pnpm, env) {
  const hash = createHash('sha256');
  const manifests = ['apps', 'packages']
    .flatMap((folder) =>
      fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/package.json`),
    )
    .sort();
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'prisma/package.json',
    ...manifests,
  ]) {
    if (fs.existsSync(path.join(root, file))) hash.update(fs.readFileSync(path.join(root, file)));
  }
  const stamp = path.join(root, 'node_modules', '.wasl-installed');
  const wanted = hash.digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the packages …');
  // pnpm takes NODE_ENV=production for "without what builds and checks"; a server's shell often has it set.
  const surroundings = { ...env, CI: '1' };
  delete surroundings.NODE_ENV;
  install(process.execPath, [pnpm.program, 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: root,
    env: surroundings,
  });
  fs.writeFileSync(stamp, wanted);
}

/** Installs what is missing, then hands over to the commands proper (src/cli.ts), in this process. */
export async function run(commandArguments) {
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  const env = withoutNpmSettings(process.env);
  env.WASL_TAKEN_BY_NPM = takenByNpm(process.env);
  try {
    const pnpm = pinnedPnpm(env);
    installPackages(pnpm, env);
    // turbo looks for pnpm on PATH, and wants an absolute entry.
    env.PATH = `${pnpm.bin}${path.delimiter}${env.PATH ?? ''}`;
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') {
      throw plainFault(`The checkout cannot be written: ${error.message}.`);
    }
    throw error;
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env, { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' });

  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('../src/cli.ts');
  process.exit(await main(commandArguments, { isRunByNpm }));
}
