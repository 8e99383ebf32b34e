// Installs the packages of a fresh clone with only Node and npm. Nothing is installed yet when this file runs, so it
// imports only from Node.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** An error whose message is complete for the user. */
function plainFault(message) {
  return Object.assign(new Error(message), { isPlain: true });
}

/**
 * npm passes its own settings on as npm_config_*, which pnpm and a nested npm would apply (such as
 * `npm_config_prefix`). Only the settings of the registry stay.
 */
function withoutNpmSettings(env) {
  const dropped = /^npm_(?!config_(registry|https?_proxy|proxy|noproxy|cafile|userconfig)$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name)));
}

/**
 * Options that npm consumed, separated by spaces. `npm run admin seed --dry-run` without `--` loses its option, and
 * must not run as if it were absent.
 */
function takenByNpm(env) {
  return Object.entries(env)
    .filter(([name, value]) => /^npm_config_/i.test(name) && value !== '' && value !== 'false')
    .map(([name]) => name.slice('npm_config_'.length).toLowerCase().replace(/_/g, '-'))
    .join(' ');
}

/**
 * Runs an installer quietly; its output is shown only when it fails. It has its own process group, which ends with this
 * process or with npm above it. So no orphan continues to write packages.
 */
async function install(command, commandArguments, options) {
  const isGroup = process.platform !== 'win32';
  const child = spawn(command, commandArguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
    ...options,
  });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const end = () => {
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill();
    } catch {
      // It has already ended.
    }
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.once(name, end);
  // npm's shell dies without a signal to this process, whose parent then changes.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) end();
  }, 300);
  const [status, error] = await new Promise((resolve) => {
    child.once('error', (fault) => resolve([null, fault]));
    child.once('close', (code) => resolve([code, null]));
  });
  clearInterval(watch);
  for (const name of signals) process.removeListener(name, end);
  if (error) throw plainFault(`${command} does not run: ${error.message}.`);
  if (status !== 0) {
    const last = Buffer.concat(output).toString().trim().split('\n').slice(-25).join('\n');
    throw plainFault(`${last}\n\nThe packages could not be installed (see above).`);
  }
}

/** Downloads the pnpm of `pnpm/package-lock.json` into a folder. npm checks the sha512 there, for any registry. */
export async function getPnpm(home, env) {
  fs.mkdirSync(home, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    fs.copyFileSync(new URL(`./pnpm/${name}`, import.meta.url), path.join(home, name));
  await install('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: home,
    env,
    shell: process.platform === 'win32',
  });
}

async function pinnedPnpm(env) {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const version = /^pnpm@([\d.]+)/.exec(manifest.packageManager)[1];
  const home = path.join(root, '.cache', `pnpm-${version}`);
  const program = path.join(home, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  if (!fs.existsSync(program)) {
    console.log(`Getting pnpm ${version} …`);
    await getPnpm(home, env);
  }
  return { program, bin: path.join(home, 'node_modules', '.bin') };
}

/** Installs exactly the lock file, when it changed since the last time. */
async function installPackages(pnpm, env) {
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
  // With NODE_ENV=production, pnpm omits the packages for builds and checks. A server's shell often sets it.
  const surroundings = { ...env, CI: '1' };
  delete surroundings.NODE_ENV;
  await install(
    process.execPath,
    [pnpm.program, 'install', '--frozen-lockfile', '--prefer-offline'],
    {
      cwd: root,
      env: surroundings,
    },
  );
  fs.writeFileSync(stamp, wanted);
}

/**
 * Installs missing packages, then runs the command (src/cli.ts) in this process. `install` needs no source: the images
 * install from the manifests alone.
 */
export async function run(commandArguments) {
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  const env = withoutNpmSettings(process.env);
  env.WASL_TAKEN_BY_NPM = takenByNpm(process.env);
  try {
    const pnpm = await pinnedPnpm(env);
    await installPackages(pnpm, env);
    // turbo looks for pnpm on PATH, and requires an absolute entry.
    env.PATH = `${pnpm.bin}${path.delimiter}${env.PATH ?? ''}`;
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') {
      throw plainFault(`The checkout cannot be written: ${error.message}.`);
    }
    throw error;
  }
  if (commandArguments[0] === 'install') return;
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env, { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' });

  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('../src/cli.ts');
  process.exit(await main(commandArguments, { isRunByNpm }));
}
