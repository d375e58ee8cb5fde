/** A secondary node whose files, like those of its primary, are in the object store. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GeoNodes, type NodeName } from '../support/geo-nodes';
import { getLfsObject, putLfsObject, sha256Of } from '../support/lfs-objects';
import { itReplicatesFiles, type StoredContents } from '../support/replicated-files';

describe('a secondary node with files in the object store', () => {
  const nodes = new GeoNodes();
  beforeAll(async () => {
    await nodes.startPrimary();
    await nodes.createFiles();
    await putLfsObject(nodes.lfsTarget('primary'), 'a large file');
    await nodes.startSecondary();
  });
  afterAll(() => nodes.close());

  it('copies all files', async () => {
    const { body } = await nodes.waitUntilComplete(({ body: { lfs_objects_count: count } }) => count === 1);
    expect(body).toMatchObject({
      attachments_count: 5,
      attachments_synced_count: 5,
      attachments_failed_count: 0,
      lfs_objects_synced_count: 1,
    });
    expect(readFileSync(objectFile(nodes, 'secondary', 'Attached'), 'utf8')).toBe('Attached');
    expect(await getLfsObject(nodes.lfsTarget('secondary'), sha256Of('a large file'))).toEqual({
      status: 200,
      text: 'a large file',
    });
  });

  itReplicatesFiles(it, nodes, inObjects(nodes));

  it('drops the copies of a deleted project', async () => {
    const { files, onPrimary, project } = nodes;
    await onPrimary.delete(`/projects/${project.id}`);
    nodes.projectIds = [(await nodes.newProject()).id];
    await nodes.waitUntilComplete(({ body }) => body.attachments_count === 2);
    const [upload, group] = await Promise.all([nodes.download(files.upload), nodes.download(files.group)]);
    expect([upload.status, group.status]).toEqual([404, 200]);
  });
});

/** The file of an attached file's content. */
function objectFile(nodes: GeoNodes, node: NodeName, content: string): string {
  const kind = node === 'primary' ? 'projects-uploads-content' : 'geo-geo-file-contents';
  const digest = sha256Of(content);
  return join(nodes.folders[node], 'objects', kind, digest.slice(0, 2), digest.slice(2, 4), digest);
}

/** Contents of files in folders. */
function inObjects(nodes: GeoNodes): StoredContents {
  return {
    async damageCopy(content) {
      const file = objectFile(nodes, 'secondary', content);
      chmodSync(file, 0o600);
      writeFileSync(file, 'Damage');
    },
    async loseOriginal(content) {
      const file = objectFile(nodes, 'primary', content);
      rmSync(file);
      return async () => writeFileSync(file, content);
    },
  };
}
