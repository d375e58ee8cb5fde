// The npm packages in the lock file of a part of the workspace, without development dependencies.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
import { root } from '../lib/root.ts';

export interface Package {
  /** `name@version`, followed by peer versions in parentheses if they matter. */
  id: string;
  name: string;
  version: string;
  /** Checksum from the registry: `sha512-<base64>`. */
  integrity: string;
  /** Ids. */
  dependencies: string[];
}

/** Its `dependencies` and `optionalDependencies`. */
type Importer = Record<string, Record<string, { version: string }>>;

export interface LockFile {
  importers: Record<string, Importer>;
  packages: Record<string, { resolution: { integrity: string }; os?: string[]; cpu?: string[]; libc?: string[] }>;
  snapshots: Record<string, Record<string, Record<string, string>>>;
}

/** Platform of the images: Debian, on the processor of this machine. */
const PLATFORM = { os: 'linux', cpu: process.arch, libc: 'glibc' };

export function readLockFile(): LockFile {
  return parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
}

/**
 * Production packages of a part of the workspace, including its workspace packages.
 * @param folder of the part, relative to the root: `services/settings`
 * @returns ids of the direct dependencies, and all packages by id
 */
export function productionPackages(
  lock: LockFile,
  folder: string,
): { direct: string[]; packages: Map<string, Package> } {
  const direct = directOf(lock, folder, new Set());
  const packages: Map<string, Package> = new Map();
  const pending = [...direct];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (packages.has(id)) continue;
    const snapshot = lock.snapshots[id];
    if (!snapshot) throw new Error(`the lock file has no ${id}`);
    const optional = idsOf(snapshot['optionalDependencies'] ?? {}).filter((other) => isInstalled(lock, other));
    const dependencies = [...idsOf(snapshot['dependencies'] ?? {}), ...optional];
    const plain = plainId(id);
    const at = plain.lastIndexOf('@');
    const [name, version] = [plain.slice(0, at), plain.slice(at + 1)];
    const integrity = lock.packages[plain]?.resolution.integrity ?? '';
    packages.set(id, { id, name, version, integrity, dependencies });
    pending.push(...dependencies);
  }
  return { direct, packages };
}

function directOf(lock: LockFile, folder: string, seen: Set<string>): string[] {
  if (seen.has(folder)) return [];
  seen.add(folder);
  const { dependencies = {}, optionalDependencies = {} } = lock.importers[folder] ?? {};
  const ids = Object.entries({ ...dependencies, ...optionalDependencies }).flatMap(([name, { version }]) =>
    version.startsWith('link:')
      ? directOf(lock, posix.join(folder, version.slice('link:'.length)), seen)
      : idsOf({ [name]: version }),
  );
  return [...new Set(ids)].sort();
}

/** Whether an optional package is for the platform. */
function isInstalled(lock: LockFile, id: string) {
  const { os = [PLATFORM.os], cpu = [PLATFORM.cpu], libc = [PLATFORM.libc] } = lock.packages[plainId(id)] ?? {};
  return os.includes(PLATFORM.os) && cpu.includes(PLATFORM.cpu) && libc.includes(PLATFORM.libc);
}

/** Id without peers: `name@version`. */
function plainId(id: string) {
  return id.replace(/\(.*$/, '');
}

/** For an aliased dependency the version is `<name>@<version>`. */
function idsOf(versions: Record<string, string>): string[] {
  return Object.entries(versions).map(([name, version]) =>
    /^@?[a-z]/i.test(version) ? version : `${name}@${version}`,
  );
}
