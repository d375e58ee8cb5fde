// A small Debian in the cache folder with PostgreSQL 18, its DocumentDB extension, FerretDB 2 and
// NATS. Only for Debian and its kin with root rights; the package mirror is the one that this
// machine uses itself.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, cacheOnce } from '../lib/cache.ts';
import { must, run, tail, which } from '../lib/processes.ts';
import type { Log } from '../lib/log.ts';

const suite = 'forky';
const ferretdb = 'v2.7.0';
const ferretdbModule = `github.com/FerretDB/FerretDB/v2/cmd/ferretdb@${ferretdb}`;
const oldestGo = [1, 25];
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const name = `debian-${suite}-postgresql18-documentdb-ferretdb-${ferretdb}`;

/** Packages that debootstrap brings, roughly: what the progress line counts against. */
const steps = 560;

/** @returns the finished root */
export function debianRootInCache(): string | undefined {
  return cached(name);
}

/** @returns why it cannot be built here; undefined when it can */
export function whyNoDebianRoot(): string | undefined {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !which('apt-get'))
    return 'this is no Debian';
  if (process.getuid?.() !== 0) return 'this user is not root';
  return undefined;
}

/**
 * Builds the root once (about 2 minutes, 900 MB).
 * @returns its path
 */
export async function buildDebianRoot(log: Log): Promise<string> {
  if (!debianRootInCache()) {
    await log.step('Installing debootstrap with apt-get', installDebootstrap);
  }
  return cacheOnce(name, log, async (folder) => {
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
    await must('rm', ['-rf', tools]);
    mkdirSync(join(folder, 'mnt/forgemesh'), { recursive: true });
  });
}

async function installDebootstrap() {
  if (which('debootstrap') && existsSync(keyring)) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await must('apt-get', ['update'], { env });
  await must('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap', 'debian-archive-keyring'], { env });
}

/**
 * @returns address of the Debian archive in the machine's own package sources, else the public one
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
  // Older debootstraps have no script for this suite: `sid` names the one to use.
  const args = [...options, suite, root, mirror, 'sid'];
  // In a mount space of its own, so that an interrupted run leaves nothing mounted below the cache
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

/** @returns the machine's go when it is new enough */
async function machineGo(): Promise<string | undefined> {
  const go = which('go');
  if (!go) return undefined;
  const { output } = await run(go, ['version'], { cwd: '/' });
  const [major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(output) ?? []).slice(1).map(Number);
  const isNewEnough = major > Number(oldestGo[0]) || (major === oldestGo[0] && minor >= Number(oldestGo[1]));
  return isNewEnough ? go : undefined;
}

/** @param folder where the binary goes */
async function buildFerretdb(go: string, folder: string) {
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' };
  await must(go, ['install', ferretdbModule], { cwd: '/', env });
}

/** @param root with Debian's own Go in it */
async function buildFerretdbInside(root: string) {
  // It reaches what this machine reaches, and trusts whom this machine trusts.
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt']) {
    if (existsSync(file)) writeFileSync(join(root, file), readFileSync(file));
  }
  const settings = {
    HOME: '/root',
    GOBIN: '/usr/local/bin',
    GOPATH: '/tmp/go',
    GOCACHE: '/tmp/go-build',
    CGO_ENABLED: '0',
  };
  const env = { ...process.env, ...settings, GOTOOLCHAIN: 'local', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  // Go finds itself through /proc; the mount is gone with the command.
  const script = `mount -t proc proc "$1/proc" && exec chroot "$1" go install ${ferretdbModule}`;
  await must('unshare', ['--mount', 'sh', '-c', script, 'sh', root], { env });
  await must('rm', ['-rf', join(root, 'tmp/go'), join(root, 'tmp/go-build')]);
}
