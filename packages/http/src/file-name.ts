/** Names of files that clients send. */

const MAX_LENGTH = 200;

/**
 * Returns a name that is safe in URLs, headers and Markdown: no folders, only letters, digits and
 * `_`, `.`, `-`, `+`.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_.+-]/gu, '_');
  if (clean === '') return 'unnamed';
  return shortened(/^\.+$/.test(clean) ? `_${clean}` : clean);
}

/** Returns the extension of a name in lower case; empty if it has none. */
export function extensionOf(name: string): string {
  const point = name.lastIndexOf('.');
  return point > 0 ? name.slice(point + 1).toLowerCase() : '';
}

/** The extension stays, because programs depend on it. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  const ending = [...`.${extensionOf(name)}`].slice(0, 20);
  return [...characters.slice(0, MAX_LENGTH - ending.length), ...ending].join('');
}
