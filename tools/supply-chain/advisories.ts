// Known vulnerabilities of production packages, from the registry.

interface Finding {
  name: string;
  /** Vulnerable version range. */
  versions: string;
  severity: string;
  title: string;
  url: string;
}

/** `unknown`: the registry returned no advisories, which proves nothing. */
type AuditResult = { kind: 'none' } | { kind: 'found'; findings: Finding[] } | { kind: 'unknown'; reason: string };

/** Exit code of each result. */
export const exitCodes = { none: 0, found: 1, unknown: 2 };

/** Parses the JSON output of the package manager. */
export function readAudit(output: string): AuditResult {
  const start = output.indexOf('{');
  let result;
  try {
    result = JSON.parse(output.slice(Math.max(start, 0)));
  } catch {
    return { kind: 'unknown', reason: firstLine(output) || 'the package manager printed nothing' };
  }
  const { error, advisories, metadata } = result;
  if (error) return { kind: 'unknown', reason: String(error.message ?? error.code ?? error) };
  // A response without counts does not come from an audit endpoint.
  if (typeof advisories !== 'object' || advisories === null || !metadata?.vulnerabilities)
    return { kind: 'unknown', reason: 'the response of the registry is not an audit' };
  const findings = Object.values(advisories as Record<string, Record<string, unknown>>).map((found) => ({
    name: String(found['module_name']),
    versions: String(found['vulnerable_versions']),
    severity: String(found['severity']),
    title: String(found['title']),
    url: String(found['url']),
  }));
  return findings.length === 0 ? { kind: 'none' } : { kind: 'found', findings };
}

function firstLine(text: string) {
  return text.trim().split('\n')[0] ?? '';
}
