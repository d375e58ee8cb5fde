// What the registry knows of vulnerabilities in the packages that the product runs with.

/**
 * @typedef {object} Finding
 * @property {string} name
 * @property {string} versions that are vulnerable
 * @property {string} severity
 * @property {string} title
 * @property {string} url
 */

/**
 * @typedef {{ kind: 'none' } | { kind: 'found', findings: Finding[] } | { kind: 'unknown', reason: string }} AuditResult `unknown` where
 *   the registry gave no advisories: that is no proof of anything
 */

/** Exit code of each result. */
export const exitCodes = { none: 0, found: 1, unknown: 2 };

/**
 * Reads what the package manager says as JSON.
 * @param {string} output
 * @returns {AuditResult}
 */
export function readAudit(output) {
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
  const findings = Object.values(advisories).map((found) => ({
    name: String(found.module_name),
    versions: String(found.vulnerable_versions),
    severity: String(found.severity),
    title: String(found.title),
    url: String(found.url),
  }));
  return findings.length === 0 ? { kind: 'none' } : { kind: 'found', findings };
}

/** @param {string} text */
function firstLine(text) {
  return text.trim().split('\n')[0] ?? '';
}
