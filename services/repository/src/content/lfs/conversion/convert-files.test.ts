/** Commits of the API with files that the attributes of the repository say are large. */
import { createHash } from 'node:crypto';
import { asRoot, commitFiles, mesh, waitFor } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, expectStatus, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const attributes = '*.bin filter=lfs diff=lfs merge=lfs -text\n';

const pointerTo = (content: string): string => {
  const oid = createHash('sha256').update(content).digest('hex');
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${Buffer.byteLength(content)}\n`;
};

/** The blob that a file has in the repository, and the content that it stands for. */
async function stored({ repository }: TestRepository, path: string): Promise<{ blob: string; content: string }> {
  const read = async (query: string): Promise<string> => {
    const url = `${mesh().url}/api/v4${repository}/files/${encodeURIComponent(path)}/raw?ref=main${query}`;
    const response = await fetch(url, { headers: { 'PRIVATE-TOKEN': mesh().rootToken } });
    return response.text();
  };
  return { blob: await read(''), content: await read('&lfs=true') };
}

describe('POST /projects/:id/repository/commits', () => {
  it('stores large files outside of the repository', async () => {
    const project = await createRepository({
      '.gitattributes': attributes,
      'data/.gitattributes': 'small.bin -filter\n',
    });
    await commitFiles(root, `/projects/${project.id}`, {
      'large.bin': 'a large file',
      'data/small.bin': 'a small file',
      'text.txt': 'a text',
      'empty.bin': '',
      'pointer.bin': pointerTo('a large file'),
    });
    const large = { blob: pointerTo('a large file'), content: 'a large file' };
    expect(await stored(project, 'large.bin')).toEqual(large);
    expect(await stored(project, 'pointer.bin')).toEqual(large);
    for (const [path, text] of [
      ['data/small.bin', 'a small file'],
      ['text.txt', 'a text'],
      ['empty.bin', ''],
    ] as const)
      expect(await stored(project, path)).toEqual({ blob: text, content: text });
    const { statistics } = await waitFor(
      async () => (await root.get(`/projects/${project.id}?statistics=true`)).body,
      (body) => body.statistics.lfs_objects_size > 0,
    );
    expect(statistics.lfs_objects_size).toBe('a large file'.length);
  });

  it('uses the attributes of the same commit, and those that a later one changes', async () => {
    const project = await createEmptyRepository();
    const change = async (files: Record<string, string>) => commitFiles(root, `/projects/${project.id}`, files);
    await change({ '.gitattributes': attributes, 'first.bin': 'first' });
    expect((await stored(project, 'first.bin')).blob).toBe(pointerTo('first'));
    const actions = [
      { action: 'update', file_path: '.gitattributes', content: '*.dat filter=lfs\n' },
      {
        action: 'create',
        file_path: 'second.dat',
        content: Buffer.from('second').toString('base64'),
        encoding: 'base64',
      },
      { action: 'move', file_path: 'moved.dat', previous_path: 'first.bin', content: 'moved' },
    ];
    const commit = { branch: 'main', commit_message: 'Change', actions };
    expectStatus(await root.post(`${project.repository}/commits`, commit), 201);
    expect(await stored(project, 'second.dat')).toEqual({ blob: pointerTo('second'), content: 'second' });
    expect((await stored(project, 'moved.dat')).blob).toBe(pointerTo('moved'));
  });

  it('leaves files as they are in projects without large files', async () => {
    const project = await createEmptyRepository({ lfs_enabled: false });
    await commitFiles(root, `/projects/${project.id}`, { '.gitattributes': attributes, 'a.bin': 'plain' });
    expect((await stored(project, 'a.bin')).blob).toBe('plain');
  });
});

describe('POST and PUT /projects/:id/repository/files/:file_path', () => {
  it('store large files outside of the repository', async () => {
    const project = await createRepository({ '.gitattributes': attributes });
    const file = `${project.repository}/files/one.bin`;
    const fields = { branch: 'main', commit_message: 'Change' };
    expectStatus(await root.post(file, { ...fields, content: 'one' }), 201);
    expect(await stored(project, 'one.bin')).toEqual({ blob: pointerTo('one'), content: 'one' });
    expectStatus(await root.put(file, { ...fields, content: 'two' }), 200);
    expect(await stored(project, 'one.bin')).toEqual({ blob: pointerTo('two'), content: 'two' });
  });
});
