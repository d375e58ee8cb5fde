/** The cases of replicated files, whatever stores them. */
import { unique } from '@forgemesh/testing';
import type { GeoNodes } from './geo-nodes';
import { waitForLongTask } from './wait-for-long-task';

/** What stores the contents of attached files, for cases in which it fails. */
export interface StoredContents {
  /** Damages the secondary's copy of a file with this content. */
  damageCopy(content: string): Promise<void>;
  /** Removes a content from the primary; returns a function that puts it back. */
  loseOriginal(content: string): Promise<() => Promise<void>>;
}

/** Declares the cases for nodes with the files of `createFiles`. */
export function itReplicatesFiles(it: jest.It, nodes: GeoNodes, stored: StoredContents): void {
  it('serves files from its copies to authorized readers, even while the primary is unreachable', async () => {
    const { onPrimary, token, files, link } = nodes;
    const stranger = await createStranger(nodes);
    const paths = Object.values(files);
    const there = await Promise.all(paths.map((path) => nodes.download(path, token, 'primary')));
    expect(there.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(await Promise.all(paths.map((path) => nodes.download(path)))).toEqual(there);
    const refused = [files.upload, files.project, files.group];
    const isRefused = async (): Promise<void> => {
      for (const as of [stranger, ''])
        for (const path of refused) expect((await nodes.download(path, as)).status).toBe(404);
    };
    await isRefused();
    expect((await nodes.download(files.archive, stranger)).status).toBe(404);
    expect((await nodes.download(files.upload.replace('notes', 'other'))).status).toBe(404);

    await nodes.cutLink();
    expect(await Promise.all(paths.map((path) => nodes.download(path)))).toEqual(there);
    await isRefused();
    expect((await nodes.download(files.upload, 'glpat-nobody-knows-this-either')).status).toBe(503);
    expect((await nodes.download(files.upload.replace('notes', 'other'))).status).toBe(503);
    const added = await nodes.attach('Added while the link was cut');
    expect((await nodes.download(added)).status).toBe(503);
    await onPrimary.put(`/projects/${nodes.project.id}`, { avatar: '' });
    link.restore();
    await waitForLongTask(
      () => nodes.download(files.project),
      ({ status }) => status === 404,
    );
    // The number of files is updated with the secondary's next report.
    const copies = (await nodes.databaseOf('secondary', 'geo')).collection('geo_files');
    await waitForLongTask(
      () => copies.countDocuments({ kind: 'upload', state: 'synced' }),
      (count) => count === 2,
    );
    link.cut();
    expect((await nodes.download(added)).content.toString()).toBe('Added while the link was cut');
    link.restore();
    await nodes.waitUntilComplete();
  });

  it('repairs the damaged copy of a file', async () => {
    await stored.damageCopy('Attached');
    // Makes the files due for verification.
    const replicas = (await nodes.databaseOf('secondary', 'geo')).collection('geo_files');
    await replicas.updateMany({ kind: 'upload' }, { $set: { due_at: new Date() } });
    nodes.link.cut();
    expect((await nodes.download(nodes.files.upload)).content.toString()).not.toBe('Attached');
    nodes.link.restore();
    const isRepaired = async (): Promise<boolean> => {
      nodes.link.cut();
      const { content } = await nodes.download(nodes.files.upload);
      nodes.link.restore();
      return content.toString() === 'Attached';
    };
    await waitForLongTask(isRepaired, Boolean);
    await nodes.waitUntilComplete();
  });

  it('counts files that it cannot copy, and copies them later', async () => {
    const { onPrimary, link } = nodes;
    link.cut();
    const path = await nodes.attach('Lost and found');
    const restore = await stored.loseOriginal('Lost and found');
    link.restore();
    await waitForLongTask(
      () => nodes.statusOn(onPrimary),
      ({ body: { healthy, attachments_failed_count: failed, ...counts } }) =>
        healthy && failed === 1 && counts.attachments_synced_count === counts.attachments_count - 1,
    );
    await restore();
    const mended = await nodes.waitUntilComplete();
    expect(mended.body.attachments_failed_count).toBe(0);
    expect((await nodes.download(path)).content.toString()).toBe('Lost and found');
  });
}

/** Creates a user without any project; returns their token. */
async function createStranger({ onPrimary }: GeoNodes): Promise<string> {
  const name = unique('stranger');
  const fields = { name, username: name, email: `${name}@example.com`, password: `${unique('pass')}-word` };
  const { body: user } = await onPrimary.post('/users', { ...fields, skip_confirmation: true });
  const { body: made } = await onPrimary.post(`/users/${user.id}/impersonation_tokens`, { name, scopes: ['api'] });
  return String(made.token);
}
