/** A secondary node becomes the primary, with the databases of a backup and its own replicas. */
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api, mesh, type ApiClient } from '@forgemesh/testing';
import { startMesh, startNats, type Mesh, type Nats } from '../../scripts/test/mesh.cjs';
import { cloneUrl, git, temporaryFolder } from '../support/git';
import { GeoNodes } from '../support/geo-nodes';
import { getLfsObject, putLfsObject, sha256Of } from '../support/lfs-objects';

const root = join(__dirname, '../..');
const folder = temporaryFolder('promotion');
const backup = join(folder, 'backup');
const promotedData = join(folder, 'promoted');
const promotedPrefix = `promoted_${process.pid}`;

describe('npm run geo:promote', () => {
  const nodes = new GeoNodes({ FORGE_PACKS: 'objects' }, { secondary: 2 });
  let nats: Nats;
  let promoted: Mesh | undefined;
  let onPromoted: ApiClient;
  let tip: string;

  /** Runs a script; returns its exit code and output. */
  async function script(name: string, args: string[]): Promise<[number, string]> {
    const env = { ...process.env, MONGODB_URI: mesh().mongodbUri, NATS_URL: nats.url };
    const file = join(root, 'scripts/commands', `${name}.ts`);
    return promisify(execFile)(process.execPath, [file, ...args], { cwd: root, env }).then(
      ({ stdout }) => [0, stdout],
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => [code, stdout + stderr],
    );
  }

  function promote(...more: string[]): Promise<[number, string]> {
    const secondary = ['--secondary', nodes.folders.secondary];
    const prefixes = ['--secondary-database-prefix', nodes.databasePrefixOf('secondary')];
    const target = ['--data', promotedData, '--database-prefix', promotedPrefix];
    return script('geo-promote', ['--from', backup, ...secondary, ...prefixes, ...target, ...more]);
  }

  function commitOnPrimary(file: string) {
    return nodes.onPrimary.post(`/projects/${nodes.project.id}/repository/commits`, {
      branch: 'master',
      commit_message: `Add ${file}`,
      actions: [{ action: 'create', file_path: file, content: file }],
    });
  }

  beforeAll(async () => {
    nats = await startNats({ dataDir: join(folder, 'nats') });
    await nodes.startPrimary();
    const { onPrimary, project } = nodes;
    await onPrimary.post(`/projects/${project.id}/issues`, { title: 'Before the backup' });
    await onPrimary.post(`/projects/${project.id}/wikis`, { title: 'Home', content: 'Welcome' });
    await nodes.createFiles();
    await putLfsObject(nodes.lfsTarget('primary'), 'a large file');
    await nodes.startSecondary();
    await nodes.waitUntilComplete(({ body }) => body.lfs_objects_count === 1);
  });
  afterAll(async () => {
    await promoted?.stop();
    await nodes.close();
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses a backup without repositories as a restore', async () => {
    const [status, output] = await script('backup', [
      ...['--data', nodes.folders.primary, '--to', backup],
      '--without-replicated',
    ]);
    expect([status, output]).toEqual([0, expect.stringContaining('a secondary node has them')]);
    expect(existsSync(join(backup, 'repositories'))).toBe(false);
    expect(existsSync(join(backup, 'objects/lfs'))).toBe(false);
    const [refused, text] = await script('restore', ['--from', backup, '--data', join(folder, 'restored')]);
    expect([refused, text]).toEqual([1, expect.stringContaining('npm run geo:promote restores it')]);
  });

  it('looks at both nodes, and refuses while the primary responds', async () => {
    // After the backup: only the replica has it.
    ({
      body: { id: tip },
    } = await commitOnPrimary('after-the-backup'));
    await nodes.waitUntilComplete();
    const [status, output] = await promote();
    expect([status, output]).toEqual([1, expect.stringContaining('The primary still responds at')]);
    expect(output).toContain('Nothing was changed.');
    const [refused, text] = await promote('--primary-is-off', nodes.urlOf('primary'));
    expect([refused, text]).toEqual([1, expect.stringContaining('The secondary is running')]);
    expect(existsSync(promotedData)).toBe(false);
  });

  it('demands the name of the primary', async () => {
    await nodes.stop('primary');
    await nodes.stop('secondary');
    const [status, output] = await promote('--primary-is-off', 'north', '--accept-losses');
    expect([status, output]).toEqual([1, expect.stringContaining('not north')]);
    expect(existsSync(promotedData)).toBe(false);
  });

  it('makes the secondary the primary', async () => {
    const [status, output] = await promote('--primary-is-off', nodes.urlOf('primary'));
    expect([status, output]).toEqual([0, expect.stringContaining('FORGE_GEO_NODE_NAME=north')]);
    expect(output).not.toContain('Loss:');
    promoted = await startMesh({
      dataDir: promotedData,
      storageUri: mesh().mongodbUri,
      natsUrl: nats.url,
      databasePrefix: promotedPrefix,
      env: { FORGE_PACKS: 'objects', FORGE_GEO_NODE_NAME: 'north' },
      processes: 'single',
    });
    onPromoted = api(nodes.token, promoted.url);
    const path = `/projects/${nodes.project.id}`;
    expect((await onPromoted.get(`${path}/issues`)).body).toMatchObject([{ title: 'Before the backup' }]);
    expect((await onPromoted.get(`${path}/repository/branches/master`)).body.commit.id).toBe(tip);
    expect((await onPromoted.get(`${path}/wikis/Home`)).body.content).toBe('Welcome');
    const target = { ...nodes.lfsTarget('primary'), url: promoted.url };
    expect(await getLfsObject(target, sha256Of('a large file'))).toEqual({ status: 200, text: 'a large file' });
    expect((await onPromoted.get('/geo_nodes')).body).toMatchObject([
      { primary: false, enabled: false, current: false },
      { name: 'north', primary: true, current: true },
    ]);
  });

  it('accepts writes there', async () => {
    const work = temporaryFolder('work');
    await git(work, 'clone', '-q', cloneUrl(String(promoted?.url), nodes.project.path, nodes.token), '.');
    expect(await git(work, 'rev-parse', 'HEAD')).toBe(tip);
    await git(work, 'commit', '-q', '--allow-empty', '-m', 'To the new primary');
    await git(work, 'push', '-q', 'origin', 'HEAD:master');
    const { body } = await onPromoted.get(`/projects/${nodes.project.id}/repository/branches/master`);
    expect(body.commit.id).toBe(await git(work, 'rev-parse', 'HEAD'));
    const former = (await onPromoted.get('/geo_nodes')).body[0];
    expect((await onPromoted.post(`/geo_nodes/${former.id}/repair`)).status).toBe(200);
    expect((await onPromoted.post(`/geo_nodes/${former.id}/credentials`)).body.secret).toEqual(expect.any(String));
  });

  it('leaves the replicas as they were, and says so if it is repeated', async () => {
    const replica = nodes.newestFolderOf('secondary', nodes.project.id);
    expect(await git(replica, 'rev-parse', 'refs/heads/master')).toBe(tip);
    await promoted?.stop();
    const [status, output] = await promote('--primary-is-off', nodes.urlOf('primary'));
    expect([status, output]).toEqual([0, expect.stringContaining('is the primary already')]);
  });
});
