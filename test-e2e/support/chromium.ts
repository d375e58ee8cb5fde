/** A browser without a screen, from the machine or from the packages of Debian. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { unpackDebianPackages } from '../../scripts/test/mesh.cjs';
import { temporaryFolder } from './git';

const INSTALLED = '/usr/bin/chromium';

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
  const executablePath = root === undefined ? '' : join(root, 'usr/lib/chromium/chromium');
  if (root === undefined || !existsSync(executablePath)) return undefined;
  const libraries = readdirSync(join(root, 'usr/lib')).filter((name) => name.endsWith('-linux-gnu'));
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: libraries.map((name) => join(root, 'usr/lib', name)).join(':') },
  };
}

/** Starts a browser that knows nothing yet. */
export function openBrowser({ executablePath, env }: Chromium): Promise<BrowserContext> {
  const own = { PATH: String(process.env['PATH']), HOME: temporaryFolder('home'), LANG: 'C.UTF-8', ...env };
  return chromium.launchPersistentContext(temporaryFolder('chromium'), { executablePath, args: flags, env: own });
}
