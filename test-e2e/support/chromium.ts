/** A headless browser, from the machine or from Debian packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { unpackDebianPackages } from '../../scripts/test/mesh.cjs';
import { temporaryFolder } from './git';

const INSTALLED = '/usr/bin/chromium';

/** Timeout of the start on a busy machine. */
const START_TIMEOUT_MS = 180_000;

/** The browser only contacts the opened page. */
const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** How to start the browser. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/** Finds a browser; undefined if the machine has none. */
export function findChromium(): Chromium | undefined {
  if (existsSync(INSTALLED)) return { executablePath: INSTALLED, env: {} };
  const root = unpackDebianPackages(['chromium']);
  if (root === undefined) return undefined;
  const executablePath = join(root, 'usr/lib/chromium/chromium');
  const env = { LD_LIBRARY_PATH: librariesIn(join(root, 'usr/lib')).join(':') };
  // The machine may lack libraries that are not declared as dependencies.
  const { status } = spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } });
  return status === 0 ? { executablePath, env } : undefined;
}

/** Library paths of the unpacked packages; some packages use their own folder. */
function librariesIn(folder: string): string[] {
  const machine = readdirSync(folder).filter((name) => name.endsWith('-linux-gnu'));
  return machine.map((name) => join(folder, name)).flatMap((path) => [path, join(path, 'pulseaudio')]);
}

interface BrowserOptions {
  /** Further variables of its environment. */
  more?: Record<string, string>;
  /** The language of its user; without it that of the machine. */
  language?: string;
}

/** Starts a browser with an empty profile. */
export function openBrowser(
  { executablePath, env }: Chromium,
  { more = {}, language }: BrowserOptions = {},
): Promise<BrowserContext> {
  const own = { PATH: String(process.env['PATH']), HOME: temporaryFolder('home'), LANG: 'C.UTF-8', ...env, ...more };
  return chromium.launchPersistentContext(temporaryFolder('chromium'), {
    executablePath,
    args: flags,
    env: own,
    ...(language !== undefined && { locale: language }),
    timeout: START_TIMEOUT_MS,
  });
}
