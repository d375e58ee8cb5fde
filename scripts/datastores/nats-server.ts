// Locates the NATS server: on this machine, as a pinned release, in the Debian root, or built with
// Go.

import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCached, ensureCached } from '../lib/cache.ts';
import { formatError, PlainError } from '../lib/fail.ts';
import { programEnvironment, runOrFail, run, which } from '../lib/processes.ts';
import { debianRootInCache } from './debian-root.ts';
import { reach } from './mongod.ts';
import type { Log } from '../lib/log.ts';

const oldest = [2, 10, 23];
const goVersion = 'v2.15.2';
const release = 'v2.10.29';

/** SHA-256 checksums of the archives of the pinned release. */
const archives = {
  'linux-x64': ['linux-amd64', 'e314da74a83a1d3876db8814c27eb990fe729640fd6452025b441bcede8390da'],
  'linux-arm64': ['linux-arm64', 'da4b27942ecfb4c5f0c54553d2e7f470ddda9d7581cfe8131b351a0e223ed401'],
};

/**
 * Finds, downloads or builds the server.
 * @returns command and first arguments
 * @throws if it is unavailable on this machine
 */
export async function findNatsServer(log: Log): Promise<string[]> {
  const ready = (await natsOnPath()) ?? releaseInCache();
  if (ready) return [ready];
  const root = natsInDebianRoot();
  if (root) return root;
  const reasons = ['no nats-server 2.10.23 or newer on the PATH'];
  const built = findCached(`nats-server-go-${goVersion}`);
  if (built) return [join(built, 'nats-server')];
  try {
    return [await log.step('Fetching nats-server', () => downloadRelease(log))];
  } catch (error) {
    reasons.push(
      `its download failed (${formatError(error)
        .split('\n')[0]
        ?.replace(/^Error: /, '')})`,
    );
  }
  const go = which('go');
  if (go) return [await log.step('Building nats-server with Go', () => buildWithGo(go, log))];
  throw new PlainError(
    `No event server: ${reasons.join(', ')}, no go to build it; install nats-server, or set NATS_URL.`,
  );
}

async function natsOnPath() {
  const path = which('nats-server');
  return path && (await isNewEnough(path)) ? path : undefined;
}

async function isNewEnough(path: string) {
  const { output } = await run(path, ['--version'], { timeoutMs: 10_000 });
  const version = (/v(\d+)\.(\d+)\.(\d+)/.exec(output) ?? []).slice(1).map(Number);
  const at = oldest.findIndex((part, index) => part !== version[index]);
  return version.length === 3 && (at === -1 || Number(version[at]) > Number(oldest[at]));
}

function releaseInCache(): string | undefined {
  const folder = findCached(`nats-server-${release}`);
  return folder && join(folder, 'nats-server');
}

/**
 * Runs the program of the root with the root's C library; this needs no privileges and no chroot.
 */
function natsInDebianRoot() {
  const root = debianRootInCache();
  if (!root) return undefined;
  const loaders = ['lib64/ld-linux-x86-64.so.2', 'lib/ld-linux-aarch64.so.1'].map((path) => join(root, path));
  const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((path) => join(root, 'usr/lib', path));
  const loader = loaders.find((path) => existsSync(path));
  const library = libraries.find((path) => existsSync(path));
  return loader && library ? [loader, '--library-path', library, join(root, 'usr/sbin/nats-server')] : undefined;
}

/** @returns path of the binary */
async function downloadRelease(log: Log): Promise<string> {
  const [target, checksum] = archives[`${process.platform}-${process.arch}` as keyof typeof archives] ?? [];
  if (!target) throw new Error(`no pinned release for ${process.platform} ${process.arch}`);
  await reach('github.com');
  const base = `nats-server-${release}-${target}`;
  const folder = await ensureCached(`nats-server-${release}`, log, async (temporary) => {
    const url = `https://github.com/nats-io/nats-server/releases/download/${release}/${base}.tar.gz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(300_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const actual = createHash('sha256').update(bytes).digest('hex');
    if (actual !== checksum) throw new Error('the checksum of the archive is not the pinned one');
    const archive = join(temporary, 'release.tar.gz');
    writeFileSync(archive, bytes);
    await runOrFail('tar', ['-xzf', archive, '-C', temporary, '--strip-components=1', `${base}/nats-server`]);
  });
  return join(folder, 'nats-server');
}

/** @returns path of the binary */
async function buildWithGo(go: string, log: Log): Promise<string> {
  const folder = await ensureCached(`nats-server-go-${goVersion}`, log, async (temporary) => {
    const env = programEnvironment({ GOBIN: temporary, CGO_ENABLED: '0' });
    await runOrFail(go, ['install', `github.com/nats-io/nats-server/v2@${goVersion}`], { cwd: '/', env });
  });
  return join(folder, 'nats-server');
}
