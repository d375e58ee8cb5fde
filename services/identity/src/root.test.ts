import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { api, mesh } from '@forgemesh/testing';

describe('the first start', () => {
  it('keeps the token of root readable to its owner only', () => {
    const { dataDir, rootToken } = mesh();
    const file = join(dataDir, 'root-token');
    expect(readFileSync(file, 'utf8').trim()).toBe(rootToken);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('creates an administrator with all permissions', async () => {
    const root = api(mesh().rootToken);
    expect((await root.get('/user')).body).toMatchObject({
      id: 1,
      username: 'root',
      is_admin: true,
      can_create_group: true,
    });
    expect((await root.get('/user?sudo=root')).status).toBe(200);
  });
});
