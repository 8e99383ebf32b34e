import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

import { repositoryRoot } from '../paths.ts';
import { UserError } from '../user-error.ts';
import { run } from '../run.ts';

const decompress = promisify(brotliDecompress);

const SYSTEM_BROWSERS = [
  // The headless engine: the stories need 40 % less CPU time in it than in the others.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of CHROMIUM_PATH or of the system; undefined without one. */
export function installedBrowser(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH;
  return SYSTEM_BROWSERS.find((file) => fs.existsSync(file));
}

/**
 * Path of a Chromium: the system's, else one from npm, which the first call installs into `.cache/`.
 * @throws UserError when the system has none and npm has none for it
 */
export async function provideBrowser(): Promise<string> {
  return installedBrowser() ?? (await browserFromNpm('chromium'));
}

/**
 * Downloads the Chromium of `bin/<pin>/package-lock.json` and unpacks it.
 * @param pin a folder of `packages/tooling/bin`
 * @returns the path of a script that starts it with its own libraries
 */
export async function browserFromNpm(pin: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new UserError(
      'The stories need Chrome or Chromium: install it, or set CHROMIUM_PATH to its program.',
    );
  const lock = path.join(repositoryRoot, 'packages/tooling/bin', pin);
  const home = homeOf(pin);
  const program = path.join(home, 'start-chromium');
  if (fs.existsSync(program)) return program;

  console.log('Getting Chromium from npm …');
  // Two processes may download at once: each unpacks into its own folder, and the first rename wins.
  const folder = `${home}.${String(process.pid)}`;
  fs.mkdirSync(folder, { recursive: true });
  try {
    await fetchPackage(lock, folder);
    await unpack(path.join(folder, 'node_modules/@sparticuz/chromium/bin'), folder);
    fs.rmSync(path.join(folder, 'node_modules'), { recursive: true });
    try {
      fs.renameSync(folder, home);
    } catch (error) {
      if (!fs.existsSync(program)) throw error;
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return program;
}

function homeOf(pin: string): string {
  const file = path.join(repositoryRoot, 'packages/tooling/bin', pin, 'package.json');
  const { dependencies } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return path.join(repositoryRoot, '.cache', `${pin}-${dependencies['@sparticuz/chromium'] ?? ''}`);
}

async function fetchPackage(lock: string, folder: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(lock, name), path.join(folder, name));
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
  });
  if (code !== 0) throw new UserError(`${output.trim()}\n\nChromium could not be fetched.`);
}

/** Unpacks the program, its libraries and fonts, and writes its start script. */
async function unpack(from: string, folder: string): Promise<void> {
  for (const name of fs.readdirSync(from)) {
    const content = await decompress(fs.readFileSync(path.join(from, name)));
    if (name === 'chromium.br')
      fs.writeFileSync(path.join(folder, 'chromium'), content, { mode: 0o755 });
    else {
      const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', folder], { input: content });
      if (status !== 0) throw new UserError(`${name} could not be unpacked: ${String(stderr)}`);
    }
  }
  // The package has no Arabic font. Without one, Arabic text changes its size when the web font loads.
  fs.mkdirSync(path.join(folder, 'fonts'), { recursive: true });
  const packages = createRequire(path.join(repositoryRoot, 'apps/api/package.json'));
  for (const file of [
    '400Regular/IBMPlexSansArabic_400Regular',
    '700Bold/IBMPlexSansArabic_700Bold',
  ])
    fs.copyFileSync(
      packages.resolve(`@expo-google-fonts/ibm-plex-sans-arabic/${file}.ttf`),
      path.join(folder, 'fonts', `${path.basename(file)}.ttf`),
    );
  // The package's own list of font folders is for a cloud service.
  fs.writeFileSync(
    path.join(folder, 'fonts.conf'),
    '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir><dir prefix="relative">.fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n',
  );
  // An older package lacks libraries and fonts; the current one provides those that the system lacks.
  const start = `#!/bin/sh
here=$(dirname "$0")
present="$here/../${path.basename(homeOf('chromium'))}"
export LD_LIBRARY_PATH="$present/lib:$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -d /etc/fonts ] || export FONTCONFIG_FILE="$present/fonts.conf"
exec "$here/chromium" "$@"
`;
  fs.writeFileSync(path.join(folder, 'start-chromium'), start, { mode: 0o755 });
}
