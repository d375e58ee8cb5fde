import { readCommand, readLfsCommand } from './read-command';

const demoPull = { service: 'git-upload-pack', isPush: false, repository: 'project', projectPath: 'group/demo' };

describe('readCommand', () => {
  it.each([
    ["git-upload-pack 'group/demo.git'", demoPull],
    ["git-upload-pack '/group/demo.git'", demoPull],
    ["git upload-pack 'group/demo'", demoPull],
    ['git-upload-pack "group/demo.git/"', demoPull],
    ['git-upload-pack group/demo.git', demoPull],
    ["git-upload-archive 'group/demo.git'", { ...demoPull, service: 'git-upload-archive' }],
    ["git upload-archive '/group/demo.wiki.git'", { ...demoPull, service: 'git-upload-archive', repository: 'wiki' }],
    ["git-receive-pack 'group/demo.git'", { ...demoPull, service: 'git-receive-pack', isPush: true }],
    ["git-upload-pack 'group/demo.wiki.git'", { ...demoPull, repository: 'wiki' }],
    ["git-upload-pack 'a/b/c-d_e.f.git'", { ...demoPull, projectPath: 'a/b/c-d_e.f' }],
  ])('%s', (text, expected) => expect(readCommand(text)).toEqual(expected));

  it.each(['7', '../x/y', 'a/./b', 'a//b', 'a/-b', 'a/b;c', 'a/b c', 'a/b\n', '/', '.git', 'a/$(b)'])(
    'finds no project at %j',
    (path) => expect(readCommand(`git-upload-pack '${path}'`)).toEqual({ ...demoPull, projectPath: '' }),
  );

  it.each([
    '',
    'ls',
    'bash -i',
    'git-upload-archive',
    'git-upload-archive--writer a/b',
    "git-upload-archive 'a/b' --output=x",
    'git-upload-archive --output=x a/b',
    'git-archive a/b',
    'git-lfs-authenticate a/b download',
    'git-lfs-transfer a/b download',
    'git-upload a/b',
    "git-upload-pack 'a/b' 'c/d'",
    "git-upload-pack --strict 'a/b'",
    "git-upload-pack 'a'\\''b'",
    "git-upload-pack 'a/b'; id",
    "GIT-UPLOAD-PACK 'a/b'",
    `git-upload-pack '${'a'.repeat(2_000)}'`,
  ])('%j is not a command', (text) => expect(readCommand(text)).toBeUndefined());
});

describe('readLfsCommand', () => {
  const project = { repository: 'project', projectPath: 'group/demo' };
  const download = { kind: 'authenticate', operation: 'download', isPush: false, ...project };
  const upload = { ...download, operation: 'upload', isPush: true };
  it.each([
    ["git-lfs-authenticate 'group/demo.git' download", download],
    ['git-lfs-authenticate /group/demo.git upload', upload],
    ["git-lfs-authenticate 'group/demo' 'upload'", upload],
    ["git-lfs-transfer 'group/demo.git' download", { ...download, kind: 'transfer' }],
    ['git-lfs-transfer /group/demo.git upload', { ...upload, kind: 'transfer' }],
    ['git-lfs-transfer group/demo lock', { ...download, kind: 'transfer', operation: 'lock' }],
    [`git-lfs-authenticate group/demo.git download ${'a'.repeat(64)}`, download],
    ['git-lfs-authenticate ../demo download', { ...download, projectPath: '' }],
  ])('%s', (text, expected) => expect(readLfsCommand(text)).toEqual(expected));

  it.each([
    'git-lfs-authenticate',
    'git-lfs-authenticate a/b',
    'git-lfs-authenticate a/b verify',
    "git-lfs-authenticate 'a/b' upload; id",
    'git-lfs-authenticate a/b lock',
    'git-lfs-transfer a/b',
    'git-lfs-transfer a/b other',
    "git-upload-pack 'a/b'",
  ])('%j is not a command', (text) => expect(readLfsCommand(text)).toBeUndefined());
});
