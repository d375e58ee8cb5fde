// Advisories of a database on disk in the format of OSV: a folder with JSON files, or a zip archive
// of them. The whole database of npm is one archive.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { compare, valid } from 'semver';
import { openPromise } from 'yauzl';
import { NoAdvisoriesError, type AdvisorySource, type Finding, type Versions } from './advisories.ts';

const ECOSYSTEM = 'npm';
/** Maximum size of an advisory. */
const MAX_BYTES = 16 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A point in the versions of a package. The event `introduced: '0'` is before all versions. */
interface RangeEvent {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}

/** Affected versions of a package. */
export interface AffectedPackage {
  package?: { ecosystem: string; name: string };
  ranges?: { type: string; events: RangeEvent[] }[];
  versions?: string[];
}

interface OsvAdvisory {
  id: string;
  modified: string;
  withdrawn?: string;
  summary?: string;
  database_specific?: { severity?: string };
  affected?: AffectedPackage[];
}

/**
 * @param path folder or zip archive
 * @param options `maxAgeDays` is the maximum age of the newest advisory: an older database lacks
 *   those that were published since
 */
export function osvDatabase(path: string, { maxAgeDays }: { maxAgeDays: number }): AdvisorySource {
  return {
    name: path,
    async find(versions) {
      if (!existsSync(path)) throw new NoAdvisoriesError('there is no such folder or archive');
      const findings: Finding[] = [];
      let newest = 0;
      for await (const { file, content } of readFiles(path)) {
        const advisory = parse(file, content);
        newest = Math.max(newest, Date.parse(advisory.modified));
        findings.push(...findingsOf(advisory, versions));
      }
      if (newest === 0) throw new NoAdvisoriesError('it contains no advisories');
      const ageDays = Math.floor((Date.now() - newest) / DAY_MS);
      if (ageDays > maxAgeDays) {
        throw new NoAdvisoriesError(`its newest advisory is ${ageDays} days old; ${maxAgeDays} days are allowed`);
      }
      return findings;
    },
  };
}

interface AdvisoryFile {
  file: string;
  content: Buffer;
}

function readFiles(path: string): AsyncIterable<AdvisoryFile> | Iterable<AdvisoryFile> {
  return statSync(path).isDirectory() ? readFolder(path) : readArchive(path);
}

function* readFolder(folder: string): Iterable<AdvisoryFile> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue;
    const file = join(entry.parentPath, entry.name);
    yield { file, content: readFileSync(file) };
  }
}

async function* readArchive(path: string): AsyncIterable<AdvisoryFile> {
  const damaged = (error: Error) => new NoAdvisoriesError(`it cannot be read (${error.message})`);
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw damaged(error);
  });
  try {
    for await (const entry of archive.eachEntry()) {
      if (!entry.fileName.endsWith('.json')) continue;
      if (entry.uncompressedSize > MAX_BYTES) throw new NoAdvisoriesError(`${entry.fileName} is too large`);
      yield { file: entry.fileName, content: await buffer(await archive.openReadStreamPromise(entry)) };
    }
  } catch (error) {
    throw error instanceof NoAdvisoriesError ? error : damaged(error as Error);
  } finally {
    archive.close();
  }
}

function parse(file: string, content: Buffer): OsvAdvisory {
  try {
    const advisory = JSON.parse(content.toString('utf8'));
    if (typeof advisory.id !== 'string' || Number.isNaN(Date.parse(advisory.modified)))
      throw new Error('no id or date');
    return advisory;
  } catch {
    // An unreadable advisory may be the one that concerns a package.
    throw new NoAdvisoriesError(`${file} is not an advisory in the format of OSV`);
  }
}

function findingsOf(advisory: OsvAdvisory, versions: Versions): Finding[] {
  if (advisory.withdrawn !== undefined) return [];
  return (advisory.affected ?? []).flatMap((affected) => {
    const { ecosystem, name = '' } = affected.package ?? {};
    const used = ecosystem === ECOSYSTEM ? versions.get(name) : undefined;
    const found = [...(used ?? [])].filter((version) => isAffected(version, affected));
    if (found.length === 0) return [];
    return {
      name,
      versions: found,
      severity: advisory.database_specific?.severity?.toLowerCase() ?? 'unknown',
      title: advisory.summary ?? advisory.id,
      url: `https://osv.dev/vulnerability/${advisory.id}`,
    };
  });
}

/**
 * Whether a version is affected: listed, or in one of the ranges. A package without either is
 * affected in all versions.
 */
export function isAffected(version: string, { versions = [], ranges = [] }: AffectedPackage): boolean {
  const ofVersions = ranges.filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM');
  if (versions.length === 0 && ofVersions.length === 0) return true;
  return versions.includes(version) || ofVersions.some(({ events }) => isInRange(version, events));
}

/** The last event up to the version decides. */
function isInRange(version: string, events: RangeEvent[]): boolean {
  const points = events
    .map(({ introduced, fixed, last_affected: last }) => ({
      at: introduced ?? fixed ?? last ?? '',
      starts: introduced !== undefined,
      isIncluded: last !== undefined,
    }))
    .filter(({ at }) => at !== '');
  // A version that cannot be compared could be on either side.
  if (points.some(({ at }) => at !== '0' && valid(at, true) === null)) return true;
  const order = (one: string, other: string) => {
    if (one === other) return 0;
    if (one === '0' || other === '0') return one === '0' ? -1 : 1;
    return compare(one, other, true);
  };
  const last = points
    .toSorted((one, other) => order(one.at, other.at))
    .findLast(({ at, isIncluded }) => (isIncluded ? order(at, version) < 0 : order(at, version) <= 0));
  return last?.starts ?? false;
}
