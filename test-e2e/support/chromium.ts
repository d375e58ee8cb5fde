/** A browser without a screen, from the machine or from the packages of Debian. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { unpackDebianPackages } from '../../tools/test/mesh.cjs';
import { temporaryFolder } from './git';

const INSTALLED = '/usr/bin/chromium';

/** How long it may take to start where the machine does much else. */
const STARTS_MS = 180_000;

/** It asks nobody but the page that is opened. */
const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** How the browser is started. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/** The browser; undefined where the machine cannot have it. */
export function findChromium(): Chromium | undefined {
  if (existsSync(INSTALLED)) return { executablePath: INSTALLED, env: {} };
  const root = unpackDebianPackages(['chromium']);
  if (root === undefined) return undefined;
  const executablePath = join(root, 'usr/lib/chromium/chromium');
  const env = { LD_LIBRARY_PATH: librariesIn(join(root, 'usr/lib')).join(':') };
  // The machine may lack what no package says that it needs.
  const { status } = spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } });
  return status === 0 ? { executablePath, env } : undefined;
}

/**
 * Where programs look for libraries once these are installed: some packages keep theirs in a folder
 * of their own.
 */
function librariesIn(folder: string): string[] {
  const machine = readdirSync(folder).filter((name) => name.endsWith('-linux-gnu'));
  return machine.map((name) => join(folder, name)).flatMap((path) => [path, join(path, 'pulseaudio')]);
}

/** Starts a browser that knows nothing yet. */
export function openBrowser({ executablePath, env }: Chromium): Promise<BrowserContext> {
  const own = { PATH: String(process.env['PATH']), HOME: temporaryFolder('home'), LANG: 'C.UTF-8', ...env };
  return chromium.launchPersistentContext(temporaryFolder('chromium'), {
    executablePath,
    args: flags,
    env: own,
    timeout: STARTS_MS,
  });
}
