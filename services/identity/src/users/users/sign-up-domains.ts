/**
 * Which emails new users may have: the instance names domains that may sign up and domains that may
 * not.
 */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

/** What the instance says of domains. */
export type DomainRules = Pick<
  ApplicationSettings,
  'domain_blacklist' | 'domain_blacklist_enabled' | 'domain_whitelist'
>;

/**
 * What is wrong with the domain of an email, in the words of a field error. A domain that is named
 * as allowed is, whatever else is named.
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
 * `*` stands for any text. Each part is looked for once, from left to right: no pattern makes this
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
