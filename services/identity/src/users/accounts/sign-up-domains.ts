/** Restricts the emails of new users to domains that the instance allows or does not block. */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

/** Domain settings of the instance. */
export type DomainRules = Pick<
  ApplicationSettings,
  'domain_blacklist' | 'domain_blacklist_enabled' | 'domain_whitelist'
>;

/**
 * Returns the field errors for the domain of an email. An allowed domain takes precedence over a
 * blocked one.
 */
export function domainProblems(email: string, rules: DomainRules): string[] {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isNamed = (patterns: string[]): boolean => patterns.some((pattern) => matchesDomain(domain, pattern));
  if (rules.domain_whitelist.length > 0)
    return isNamed(rules.domain_whitelist) ? [] : ['domain is not authorized for sign-up'];
  const isRefused = rules.domain_blacklist_enabled && isNamed(rules.domain_blacklist);
  return isRefused ? ['is not from an allowed domain.'] : [];
}

/**
 * `*` matches any text. Each part is searched for once, from left to right, so that no pattern is
 * slow.
 */
function matchesDomain(domain: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop();
  if (last === undefined) return domain === first;
  if (!domain.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = domain.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return domain.length - last.length >= at && domain.endsWith(last);
}
