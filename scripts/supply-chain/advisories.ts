// Known vulnerabilities of production packages, according to a registry or a database on disk.

import { imagePackages, type LockFile } from './packages.ts';

/** Versions by package name. */
export type Versions = Map<string, Set<string>>;

/** An advisory that concerns a package. */
export interface Finding {
  name: string;
  /** Affected versions that are in use. */
  versions: string[];
  severity: string;
  title: string;
  url: string;
}

/** Where advisories come from. */
export interface AdvisorySource {
  /** For messages. */
  name: string;
  /**
   * @returns the advisories that concern the given versions
   * @throws {NoAdvisoriesError} if the source cannot tell
   */
  find(versions: Versions): Promise<Finding[]>;
}

/** A source has no advisories, cannot be read, or is too old: the result is unknown. */
export class NoAdvisoriesError extends Error {}

/** `unknown`: the source has no advisories, which proves nothing. */
export type AuditResult =
  { kind: 'none'; packages: number } | { kind: 'found'; findings: Finding[] } | { kind: 'unknown'; reason: string };

/** Exit code of each result. */
export const exitCodes = { none: 0, found: 1, unknown: 2 };

/**
 * A version with known vulnerabilities. A source that has no advisory for it is no source: a
 * registry without advisories may respond to every question that there are none.
 */
export const CANARY = { name: 'minimist', version: '0.0.8' };

/** The packages in the images. */
export function auditedVersions(lock: LockFile, imageNames: string[]): Versions {
  const versions: Versions = new Map();
  for (const image of imageNames) {
    for (const { name, version } of imagePackages(lock, image).packages.values()) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
  }
  return versions;
}

/** Looks up the advisories for packages. */
export async function auditPackages(versions: Versions, source: AdvisorySource): Promise<AuditResult> {
  const own = versions.get(CANARY.name) ?? new Set();
  const asked = new Map([...versions, [CANARY.name, new Set([...own, CANARY.version])]]);
  try {
    const findings = await source.find(asked);
    const hasCanary = findings.some(({ name, versions: affected }) => isCanary(name, affected));
    if (!hasCanary) {
      throw new NoAdvisoriesError(`it has no advisory for ${CANARY.name} ${CANARY.version}, which has vulnerabilities`);
    }
    const inUse = findings
      .map((finding) => ({
        ...finding,
        versions: finding.versions.filter((each) => versions.get(finding.name)?.has(each)),
      }))
      .filter((finding) => finding.versions.length > 0)
      .sort((one, other) => `${one.name} ${one.url}`.localeCompare(`${other.name} ${other.url}`));
    return inUse.length > 0 ? { kind: 'found', findings: inUse } : { kind: 'none', packages: versions.size };
  } catch (error) {
    if (!(error instanceof NoAdvisoriesError)) throw error;
    return { kind: 'unknown', reason: `${source.name}: ${error.message}` };
  }
}

function isCanary(name: string, versions: string[]) {
  return name === CANARY.name && versions.includes(CANARY.version);
}
