/**
 * The paths that a commit may contain. A tree that breaks these rules could write outside a clone's
 * folder.
 */
import { GitError } from '../errors';

const maxPathBytes = 4096;
const maxComponentBytes = 255;
/** Code points that HFS+ ignores in names, so that `.g<U+200C>it` opens `.git`. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

const control = /[\x00-\x1f\x7f]/;

/**
 * Checks a path given by a client and returns its components, each as raw UTF-8 bytes in latin1.
 * Errors: `invalid_path` with the API's messages.
 */
export function checkPath(path: string): string[] {
  if (path === '') throw new GitError('invalid_path', 'You must provide a file path');
  const components = path.split('/');
  if (components.includes('..')) throw new GitError('invalid_path', 'Path cannot include directory traversal');
  if (Buffer.byteLength(path) > maxPathBytes || control.test(path) || !components.every(isAllowedComponent)) {
    throw new GitError('invalid_path', `invalid path: '${path}'`);
  }
  return components.map((component) => Buffer.from(component).toString('latin1'));
}

/** Whether some file system treats a name as `.gitmodules`, which git reads from a tree. */
export function isGitmodules(component: string): boolean {
  const name = plainName(component);
  return name === '.gitmodules' || /^gi(tmod~[1-4]|7eba~[1-9]|7eb~[1-9][0-9])$/.test(name);
}

function isAllowedComponent(component: string): boolean {
  if (component === '' || component === '.' || Buffer.byteLength(component) > maxComponentBytes) return false;
  // On Windows a backslash separates folders, so each part is checked as a name.
  return !component.split('\\').some(isDotGit);
}

function isDotGit(component: string): boolean {
  const name = plainName(component);
  return name === '.git' || name === 'git~1' || name === '..';
}

/**
 * The name as the most permissive file system reads it: case, HFS+ ignorables, NTFS streams,
 * trailing dots, spaces.
 */
function plainName(component: string): string {
  const name = component.replace(ignoredByHfs, '').toLowerCase();
  return name === '..' ? name : (name.split(':')[0] ?? '').replace(/[. ]+$/, '');
}
