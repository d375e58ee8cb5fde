/** Messages of commits. They are English in every language, because others read them in git. */
/* eslint-disable lingui/no-unlocalized-strings */

export function addMessage(path: string): string {
  return `Add ${path}`;
}

export function updateMessage(path: string): string {
  return `Update ${path}`;
}

export function deleteMessage(path: string): string {
  return `Delete ${path}`;
}

export function uploadMessage(names: readonly string[]): string {
  return names.length === 0 ? 'Upload files' : `Upload ${names.join(', ')}`;
}
