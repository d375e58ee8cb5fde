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
