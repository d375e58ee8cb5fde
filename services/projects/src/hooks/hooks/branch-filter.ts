/** Branch filters of hooks: a name, or a pattern in which `*` stands for any text. */

const MAX_LENGTH = 4000;

/** Whether a filter could match a branch at all; an empty one matches every branch. */
export function isValidBranchFilter(filter: string): boolean {
  if (filter === '') return true;
  const name = filter.replaceAll('*', 'x');
  return filter.length <= MAX_LENGTH && !name.startsWith('-') && name !== 'HEAD' && isRefName(name);
}

/** The rules of git for names of refs. */
function isRefName(name: string): boolean {
  if (/[\x00-\x20\x7f~^:?[\\]|\.\.|@\{|\/\/|\.$|^@$/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** Whether a filter lets a branch pass, in a time that grows with the lengths of both alone. */
export function matchesBranchFilter(filter: string, branch: string): boolean {
  if (filter === '') return true;
  const [first = '', ...rest] = filter.split('*');
  const last = rest.pop();
  if (last === undefined) return branch === filter;
  if (!branch.startsWith(first)) return false;
  let at = first.length;
  // Each part at its first place: any later one would leave less for those after it.
  for (const part of rest) {
    const found = branch.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return branch.length - last.length >= at && branch.endsWith(last);
}
