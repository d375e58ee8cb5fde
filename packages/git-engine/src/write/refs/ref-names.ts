/**
 * Validates ref names without starting git. The rules are those of `git check-ref-format`; in
 * addition, a name must fit the file system (git keeps `<component>.lock` beside it) and be
 * well-formed Unicode.
 */
import { branchRef } from '../../refs/ref-folders';

const maxComponentBytes = 250;
const maxNameBytes = 1024;

const forbidden = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{/;

/** Whether git stores a full name such as `refs/heads/main` unchanged. */
export function isValidRefName(name: string): boolean {
  return name.startsWith('refs/') && hasValidComponents(name);
}

/**
 * Whether a name may follow `refs/heads/`; `HEAD` and a leading `-` are reserved for the command
 * line.
 */
export function isValidBranchName(name: string): boolean {
  return isValidShortName(name) && hasValidComponents(branchRef(name));
}

/** Whether a name may follow `refs/tags/`. */
export function isValidTagName(name: string): boolean {
  return isValidShortName(name) && hasValidComponents(`refs/tags/${name}`);
}

/**
 * Whether a name is the full name of a ref; new branches and tags may not use one as their short
 * name.
 */
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

/** False for a string with half of a surrogate pair, which UTF-8 cannot encode. */
export function isWellFormed(name: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(name);
}
