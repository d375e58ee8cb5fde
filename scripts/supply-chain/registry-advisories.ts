// Advisories of an npm registry, by its bulk request: the versions in use are sent, and the
// advisories for these packages are returned.

import { satisfies } from 'semver';
import { NoAdvisoriesError, type AdvisorySource, type Finding, type Versions } from './advisories.ts';

const PATH = '-/npm/v1/security/advisories/bulk';
const TIMEOUT_MS = 60_000;

interface RegistryAdvisory {
  url: string;
  title: string;
  severity: string;
  vulnerable_versions: string;
}

/** @param registry its address */
export function registryAdvisories(registry: string): AdvisorySource {
  const url = new URL(PATH, registry.endsWith('/') ? registry : `${registry}/`);
  return {
    name: url.href,
    async find(versions) {
      const advisories = await request(url, versions);
      return Object.entries(advisories).flatMap(([name, found]) =>
        found.map((advisory) => toFinding(name, advisory, versions)),
      );
    },
  };
}

async function request(url: URL, versions: Versions): Promise<Record<string, RegistryAdvisory[]>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Object.fromEntries([...versions].map(([name, each]) => [name, [...each]]))),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new NoAdvisoriesError(`it does not respond (${message})`);
  });
  const text = await response.text();
  if (!response.ok) throw new NoAdvisoriesError(`it responds ${response.status}`);
  const advisories = parse(text);
  if (!isAdvisories(advisories)) throw new NoAdvisoriesError('its response contains no advisories');
  return advisories;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy, for example: the caller reports it.
    return undefined;
  }
}

function isAdvisories(value: unknown): value is Record<string, RegistryAdvisory[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (list) => Array.isArray(list) && list.every((each) => typeof each?.vulnerable_versions === 'string'),
  );
}

function toFinding(name: string, advisory: RegistryAdvisory, versions: Versions): Finding {
  const { vulnerable_versions: range, severity, title, url } = advisory;
  const affected = [...(versions.get(name) ?? [])].filter((version) =>
    satisfies(version, range, { includePrerelease: true, loose: true }),
  );
  return { name, versions: affected, severity, title, url };
}
