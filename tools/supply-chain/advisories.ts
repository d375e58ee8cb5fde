// What the registry knows of vulnerabilities in the packages that the product runs with.

interface Finding {
  name: string;
  /** That are vulnerable. */
  versions: string;
  severity: string;
  title: string;
  url: string;
}

/** `unknown` where the registry gave no advisories: that is no proof of anything. */
type AuditResult = { kind: 'none' } | { kind: 'found'; findings: Finding[] } | { kind: 'unknown'; reason: string };

/** Exit code of each result. */
export const exitCodes = { none: 0, found: 1, unknown: 2 };

/** Reads what the package manager says as JSON. */
export function readAudit(output: string): AuditResult {
  const start = output.indexOf('{');
  let answer;
  try {
    answer = JSON.parse(output.slice(Math.max(start, 0)));
  } catch {
    return { kind: 'unknown', reason: firstLine(output) || 'the package manager said nothing' };
  }
  const { error, advisories, metadata } = answer;
  if (error) return { kind: 'unknown', reason: String(error.message ?? error.code ?? error) };
  // An answer without a count comes from something that is no audit endpoint.
  if (typeof advisories !== 'object' || advisories === null || !metadata?.vulnerabilities)
    return { kind: 'unknown', reason: 'the answer of the registry is no audit' };
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
