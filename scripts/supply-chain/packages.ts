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

/** A package of the workspace, which is part of an image. */
export interface OwnPackage {
  /** Path relative to the root: `services/settings`. */
  folder: string;
  /** Folders of the packages of the workspace that it depends on. */
  own: string[];
  /** Ids of the other packages that it depends on. */
  dependencies: string[];
}

/** The production packages of a part of the workspace. */
export interface ProductionPackages {
  /** By folder. */
  own: Map<string, OwnPackage>;
  /** By id. */
  packages: Map<string, Package>;
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
const LINK = 'link:';

export function readLockFile(): LockFile {
  return parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
}

/**
 * The packages in the image of a service, the gateway or the program. The images that serve the web
 * pages contain those of the pages too.
 * @param name of the image
 */
export function imagePackages(lock: LockFile, name: string): ProductionPackages {
  const folder = lock.importers[name] ? name : `services/${name}`;
  const image = productionPackages(lock, folder);
  if (!image.own.has('gateway')) return image;
  const pages = productionPackages(lock, 'web');
  return {
    own: new Map([...image.own, ...pages.own]),
    packages: new Map([...image.packages, ...pages.packages]),
  };
}

/** @param folder of the part, relative to the root: `services/settings` */
export function productionPackages(lock: LockFile, folder: string): ProductionPackages {
  const own = ownPackages(lock, folder);
  const packages: Map<string, Package> = new Map();
  const pending = [...own.values()].flatMap(({ dependencies }) => dependencies);
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
  return { own, packages };
}

/** A part of the workspace and the packages of the workspace that it depends on. */
function ownPackages(lock: LockFile, folder: string) {
  const found: Map<string, OwnPackage> = new Map();
  const pending = [folder];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    if (found.has(each)) continue;
    const { dependencies = {}, optionalDependencies = {} } = lock.importers[each] ?? {};
    const entries = Object.entries({ ...dependencies, ...optionalDependencies });
    const own = entries
      .filter(([, { version }]) => version.startsWith(LINK))
      .map(([, { version }]) => posix.join(each, version.slice(LINK.length)));
    const others = entries.filter(([, { version }]) => !version.startsWith(LINK));
    const ids = others.flatMap(([name, { version }]) => idsOf({ [name]: version }));
    found.set(each, { folder: each, own, dependencies: ids });
    pending.push(...own);
  }
  return found;
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
