/** Branch filters of hooks: a name, or a pattern in which `*` matches any text. */

const MAX_LENGTH = 4000;

/** Whether a filter can match any branch; an empty filter matches every branch. */
export function isValidBranchFilter(filter: string): boolean {
  if (filter === '') return true;
  const name = filter.replaceAll('*', 'x');
  return filter.length <= MAX_LENGTH && !name.startsWith('-') && name !== 'HEAD' && isRefName(name);
}

/** Git's rules for ref names. */
function isRefName(name: string): boolean {
  if (/[\x00-\x20\x7f~^:?[\\]|\.\.|@\{|\/\/|\.$|^@$/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** Whether a filter matches a branch. Does not backtrack, so no filter causes a long run time. */
export function matchesBranchFilter(filter: string, branch: string): boolean {
  if (filter === '') return true;
  const [first = '', ...rest] = filter.split('*');
  const last = rest.pop();
  if (last === undefined) return branch === filter;
  if (!branch.startsWith(first)) return false;
  let at = first.length;
  // Each part matches at its first position; a later one would leave less text for the following
  // parts.
  for (const part of rest) {
    const found = branch.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return branch.length - last.length >= at && branch.endsWith(last);
}
