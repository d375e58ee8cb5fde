import { insertSection } from './insert-section';
import { compareVersions, parseVersion, type Version } from './version';

function versionOf(text: string): Version {
  const version = parseVersion(text);
  if (!version) throw new Error(text);
  return version;
}

function insert(changelog: string, version: string): string | null {
  return insertSection(changelog, versionOf(version), `## ${version} (date)\n\nNew\n\n`);
}

describe('insertSection', () => {
  it('inserts a section before the newest older version', () => {
    const older = '# Changes\n\n## 1.10.0 (date)\n\nA\n\n## v1.9.0\n\nB\n';
    expect(insert(older, '1.11.0')).toBe(`# Changes\n\n## 1.11.0 (date)\n\nNew\n\n${older.slice(11)}`);
    expect(insert(older, '1.9.1')).toBe(older.replace('## v1.9.0', '## 1.9.1 (date)\n\nNew\n\n## v1.9.0'));
  });

  it('inserts the oldest and the first version at the end, after an empty line', () => {
    expect(insert('', '1.0.0')).toBe('## 1.0.0 (date)\n\nNew\n');
    for (const end of ['', '\n', '\n\n']) {
      expect(insert(`# Changes${end}`, '1.0.0')).toBe('# Changes\n\n## 1.0.0 (date)\n\nNew\n');
      expect(insert(`## [2.0.0] - x${end}`, '1.0.0')).toBe('## [2.0.0] - x\n\n## 1.0.0 (date)\n\nNew\n');
    }
  });

  it('adds no version twice', () => {
    expect(insert('## 1.0.0 (date)\n', '1.0.0')).toBeNull();
    expect(insert('## v1.0.0\n', '1.0.0')).toBeNull();
    expect(insert('## 1.0.0-rc1 (date)\n\nA\n', '1.0.0')).toMatch(/^## 1\.0\.0 \(date\)/);
  });
});

describe('compareVersions', () => {
  it('sorts by the rules of semantic versions', () => {
    const sorted = ['0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11'];
    sorted.push('1.0.0', '1.0.1', '1.2.0', '1.10.0', '9007199254740993.0.0', '10000000000000000.0.0');
    const mixed = sorted.toReversed().map(versionOf);
    expect(mixed.sort(compareVersions).map(({ text }) => text)).toEqual(sorted);
    expect(compareVersions(versionOf('1.0.0+a'), versionOf('v1.0.0+b'))).toBe(0);
    for (const text of ['1.0', '01.0.0', '1.0.0-', '1.0.0-01', '1.0.0 ', 'x1.0.0', '1.0.0\n']) {
      expect(parseVersion(text)).toBeNull();
    }
  });
});
