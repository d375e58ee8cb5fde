/**
 * Which ref names git accepts, decided without a process. The rules are those of `git
 * check-ref-format`; on top, a name must fit the file system (git keeps `<component>.lock` beside
 * it) and be well-formed Unicode.
 */

const maxComponentBytes = 250;
const maxNameBytes = 1024;

const forbidden = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{/;

/** True for a full name such as `refs/heads/main` that git stores as it stands. */
export function isValidRefName(name: string): boolean {
  return name.startsWith('refs/') && hasValidComponents(name);
}

/**
 * True for what may follow `refs/heads/` as a branch; `HEAD` and a leading `-` are kept from the
 * command line.
 */
export function isValidBranchName(name: string): boolean {
  return isValidShortName(name) && hasValidComponents(`refs/heads/${name}`);
}

/** True for what may follow `refs/tags/` as a tag. */
export function isValidTagName(name: string): boolean {
  return isValidShortName(name) && hasValidComponents(`refs/tags/${name}`);
}

/** True for a full name of a ref, which no new branch or tag may have as its short name. */
export function isFullName(name: string): boolean {
  return /^refs\/(heads|tags|remotes)\//.test(name);
}

function isValidShortName(name: string): boolean {
  return !name.startsWith('-') && name !== 'HEAD';
}

function hasValidComponents(name: string): boolean {
  if (forbidden.test(name) || name.endsWith('.') || !isWellFormed(name)) return false;
  if (Buffer.byteLength(name) > maxNameBytes) return false;
  const components = name.split('/');
  return components.length >= 2 && components.every(isValidComponent);
}

function isValidComponent(component: string): boolean {
  if (component === '' || component.startsWith('.') || component.endsWith('.lock')) return false;
  return Buffer.byteLength(component) <= maxComponentBytes;
}

/** False for a text with half of a surrogate pair, which UTF-8 cannot hold. */
export function isWellFormed(name: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(name);
}
