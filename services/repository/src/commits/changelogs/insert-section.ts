import { compareVersions, versionOfHeading, type Version } from './version';

/**
 * A changelog with the section of a version at its place: before the newest older version, else at
 * the end. Null if the changelog has the version already.
 */
export function insertSection(changelog: string, version: Version, section: string): string | null {
  const lines = changelog === '' ? [] : changelog.split(/(?<=\n)/);
  let place: { index: number; version: Version } | undefined;
  for (const [index, line] of lines.entries()) {
    const found = versionOfHeading(line);
    if (!found) continue;
    if (found.text === version.text) return null;
    const isOlder = compareVersions(found, version) < 0;
    if (isOlder && (!place || compareVersions(found, place.version) > 0)) place = { index, version: found };
  }
  if (place) return [...lines.slice(0, place.index), section, ...lines.slice(place.index)].join('');
  return `${changelog}${separatorAfter(changelog)}${section.trimEnd()}\n`;
}

/** What makes an empty line between a text and what follows. */
function separatorAfter(text: string): string {
  if (text === '' || /\n\r?\n$/.test(text)) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}
