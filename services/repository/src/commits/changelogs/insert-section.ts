import { compareVersions, versionOfHeading, type Version } from './version';

/**
 * Inserts the section of a version into a changelog: before the newest older version, else at the
 * end. Null if the changelog already contains the version.
 */
export function insertSection(changelog: string, version: Version, section: string): string | null {
  const lines = changelog === '' ? [] : changelog.split(/(?<=\n)/);
  let position: { index: number; version: Version } | undefined;
  for (const [index, line] of lines.entries()) {
    const found = versionOfHeading(line);
    if (!found) continue;
    if (found.text === version.text) return null;
    const isOlder = compareVersions(found, version) < 0;
    if (isOlder && (!position || compareVersions(found, position.version) > 0)) position = { index, version: found };
  }
  if (position) return [...lines.slice(0, position.index), section, ...lines.slice(position.index)].join('');
  return `${changelog}${separatorAfter(changelog)}${section.trimEnd()}\n`;
}

/** The line breaks needed for an empty line after a text. */
function separatorAfter(text: string): string {
  if (text === '' || /\n\r?\n$/.test(text)) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}
