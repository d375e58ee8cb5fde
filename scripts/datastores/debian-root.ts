// A small Debian system in the cache folder with PostgreSQL 18, its DocumentDB extension, FerretDB
// 2 and NATS. Needs root on Debian or a derivative; packages come from the machine's own mirror.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCached, ensureCached } from '../lib/cache.ts';
import { programEnvironment, runOrFail, run, tail, which } from '../lib/processes.ts';
import type { Log } from '../lib/log.ts';

const suite = 'forky';
const ferretdb = 'v2.7.0';
const ferretdbModule = `github.com/FerretDB/FerretDB/v2/cmd/ferretdb@${ferretdb}`;
const oldestGo = [1, 25];
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const name = `debian-${suite}-postgresql18-documentdb-ferretdb-${ferretdb}`;

/** Approximate number of packages that debootstrap installs, for the progress line. */
const steps = 560;

/** @returns path of the finished root */
export function debianRootInCache(): string | undefined {
  return findCached(name);
}

/** @returns why the root cannot be built on this machine; undefined if it can */
export function debianRootObstacle(): string | undefined {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !which('apt-get'))
    return 'this is no Debian';
  if (process.getuid?.() !== 0) return 'this user is not root';
  return undefined;
}

/**
 * Builds the root once, in about 2 minutes (900 MB).
 * @returns its path
 */
export async function buildDebianRoot(log: Log): Promise<string> {
  if (!debianRootInCache()) {
    await log.step('Installing debootstrap with apt-get', installDebootstrap);
  }
  return ensureCached(name, log, async (folder) => {
    const mirror = await debianMirror();
    const go = await machineGo();
    const tools = join(folder, 'tmp-go');
    await log.step(
      `Building Debian ${suite} with PostgreSQL 18, DocumentDB and FerretDB from ${new URL(mirror).host}`,
      async () => {
        const built = go && buildFerretdb(go, tools);
        await Promise.all([debootstrap(folder, mirror, go ? [] : ['golang-go', 'ca-certificates'], log), built]);
      },
    );
    const binary = join(folder, 'usr/local/bin/ferretdb');
    if (go) copyFileSync(join(tools, 'ferretdb'), binary);
    else await log.step('Building FerretDB inside it', () => buildFerretdbInside(folder));
    await runOrFail('rm', ['-rf', tools]);
    mkdirSync(join(folder, 'mnt/forgemesh'), { recursive: true });
  });
}

async function installDebootstrap() {
  if (which('debootstrap') && existsSync(keyring)) return;
  const env = programEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
  await runOrFail('apt-get', ['update'], { env });
  await runOrFail('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap', 'debian-archive-keyring'], {
    env,
  });
}

/**
 * @returns address of the Debian archive from the machine's package sources, otherwise the public
 *   one
 */
async function debianMirror(): Promise<string> {
  const format = '$(ORIGIN)|$(LABEL)|$(REPO_URI)';
  const { output } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const own = output.split('\n').find((line) => line.startsWith('Debian|Debian|'));
  return own?.split('|')[2]?.replace(/\/$/, '') ?? 'http://deb.debian.org/debian';
}

async function debootstrap(root: string, mirror: string, more: string[], log: Log) {
  const include = ['postgresql-18-documentdb', 'nats-server', ...more].join(',');
  const options = ['--variant=minbase', `--include=${include}`, `--keyring=${keyring}`, '--force-check-gpg'];
  // Older debootstrap versions have no script for this suite; `sid` names the one to use.
  const args = [...options, suite, root, mirror, 'sid'];
  // Runs in its own mount namespace, so that an interrupted build leaves no mounts below the cache
  // folder.
  const own =
    (await run('unshare', ['--mount', 'true'])).code === 0 ? ['unshare', '--mount', 'debootstrap'] : ['debootstrap'];
  const [command, ...rest] = [...own, ...args];
  let done = 0;
  const { code, output } = await run(command as string, rest, {
    onLine(line) {
      if (/^I: (Retrieving|Unpacking|Configuring) /.test(line)) done++;
      log.progress(`${Math.min(99, Math.round((100 * done) / steps))} % ${line.replace(/^I: /, '')}`);
    },
  });
  if (code !== 0) throw new Error(`debootstrap ended with ${code}: ${tail(output)}`);
}

/** @returns the installed Go if it is recent enough */
async function machineGo(): Promise<string | undefined> {
  const go = which('go');
  if (!go) return undefined;
  const { output } = await run(go, ['version'], { cwd: '/' });
  const [major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(output) ?? []).slice(1).map(Number);
  const isNewEnough = major > Number(oldestGo[0]) || (major === oldestGo[0] && minor >= Number(oldestGo[1]));
  return isNewEnough ? go : undefined;
}

/** @param folder for the binary */
async function buildFerretdb(go: string, folder: string) {
  const env = programEnvironment({ GOBIN: folder, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' });
  await runOrFail(go, ['install', ferretdbModule], { cwd: '/', env });
}

/** @param root that contains Debian's Go */
async function buildFerretdbInside(root: string) {
  // The root uses the machine's DNS configuration, hosts and CA certificates.
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt']) {
    if (existsSync(file)) writeFileSync(join(root, file), readFileSync(file));
  }
  const env = programEnvironment({
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    GOBIN: '/usr/local/bin',
    GOPATH: '/tmp/go',
    GOCACHE: '/tmp/go-build',
    GOTOOLCHAIN: 'local',
    CGO_ENABLED: '0',
  });
  // Go finds its installation through /proc; the mount ends with the command.
  const script = `mount -t proc proc "$1/proc" && exec chroot "$1" go install ${ferretdbModule}`;
  await runOrFail('unshare', ['--mount', 'sh', '-c', script, 'sh', root], { env });
  await runOrFail('rm', ['-rf', join(root, 'tmp/go'), join(root, 'tmp/go-build')]);
}
