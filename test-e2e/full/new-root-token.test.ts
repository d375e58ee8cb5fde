/**
 * An instance whose only token was revoked becomes accessible again after a start with
 * `--new-root-token`.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, waitFor, mesh as sharedMesh, unique, type ApiClient } from '@forgemesh/testing';
import { services, startMesh, startNats, type Mesh, type Nats } from '../../scripts/test/mesh.cjs';
import { temporaryFolder } from '../support/git';

/** The services needed to sign in. */
const few = services.filter(({ name }) => ['settings', 'identity', 'projects'].includes(name));

describe('an administrator who lost the token', () => {
  const dataDir = temporaryFolder('new-root-token');
  const databasePrefix = unique('new_root_token').replaceAll('-', '_');
  const file = join(dataDir, 'root-token');
  let nats: Nats;
  let mesh: Mesh | undefined;
  let lost: string;

  async function start(newRootToken: boolean, env: Record<string, string> = {}): Promise<Mesh> {
    await mesh?.stop();
    mesh = undefined;
    const place = { dataDir, storageUri: sharedMesh().mongodbUri, natsUrl: nats.url, databasePrefix, services: few };
    mesh = await startMesh({ ...place, newRootToken, env: { FORGE_PASSWORD_COST: '1024', ...env } });
    return mesh;
  }

  const client = (token: string): ApiClient => api(token, mesh?.url);
  const kept = (): string => readFileSync(file, 'utf8').trim();

  beforeAll(async () => {
    nats = await startNats({ dataDir });
    await start(false);
    lost = kept();
  });
  afterAll(async () => {
    await mesh?.stop();
    await nats?.stop();
  });

  it('is refused after the token was revoked and the user blocked', async () => {
    const root = client(lost);
    const fields = { username: unique('admin'), name: 'Ada', email: `${unique('ada')}@example.com`, admin: true };
    const made = await waitFor(
      () => root.post('/users', { ...fields, force_random_password: true, skip_confirmation: true }),
      ({ status }) => status === 201,
    );
    const scopes = { name: 'other', scopes: ['api'] };
    const other = client((await root.post(`/users/${made.body.id}/impersonation_tokens`, scopes)).body.token);
    const { body: tokens } = await root.get('/personal_access_tokens');
    expect((await root.delete(`/personal_access_tokens/${tokens[0].id}`)).status).toBe(204);
    await waitFor(
      () => root.get('/user'),
      ({ status }) => status === 401,
    );
    expect((await other.post('/users/1/block')).status).toBe(201);
    expect((await other.put('/users/1', { admin: false })).status).toBe(200);
  });

  it('is refused after another start', async () => {
    const { rootTokenNotice } = await start(false);
    expect([rootTokenNotice, kept()]).toEqual([undefined, lost]);
    expect((await client(lost).get('/user')).status).toBe(401);
  });

  it('is refused after the secret was rotated, even if the first token is configured', async () => {
    // The old key is removed, so the digest of the revoked token can no longer be verified.
    writeFileSync(join(dataDir, 'secret'), `${'f'.repeat(64)}\n`);
    rmSync(file);
    await start(false, { FORGE_ROOT_TOKEN: lost });
    expect((await client(lost).get('/user')).status).toBe(401);
    writeFileSync(file, `${lost}\n`, { mode: 0o600 });
  });

  it('gets another token with the option, and is an active administrator again', async () => {
    const { rootToken, rootTokenNotice, isNew } = await start(true);
    expect(rootTokenNotice).toContain(`A new token of the administrator root is in ${file}`);
    expect(rootTokenNotice).toContain('it is an active administrator again');
    expect([isNew, rootToken]).toEqual([false, kept()]);
    expect(rootTokenNotice).not.toContain(kept());
    expect(kept()).not.toBe(lost);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { status, body } = await waitFor(
      () => client(kept()).get('/user'),
      (response) => response.status === 200,
    );
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ username: 'root', state: 'active', is_admin: true }),
    ]);
    expect((await client(kept()).get('/application/settings')).status).toBe(200);
    expect((await client(lost).get('/user')).status).toBe(401);
  });

  it('gets another one from the command while the mesh runs, and keeps the earlier one', async () => {
    const earlier = kept();
    const notice = await mesh?.processes['identity']?.run('dist/new-root-token.js');
    expect(notice?.trim()).toBe(`A new token of the administrator root is in ${file}`);
    expect(kept()).not.toBe(earlier);
    for (const token of [earlier, kept()]) expect((await client(token).get('/user')).status).toBe(200);
  });

  it('keeps the token after a start without the option', async () => {
    const token = kept();
    await start(false);
    expect(kept()).toBe(token);
    expect((await client(token).get('/user')).status).toBe(200);
    expect((await client(lost).get('/user')).status).toBe(401);
  });
});
