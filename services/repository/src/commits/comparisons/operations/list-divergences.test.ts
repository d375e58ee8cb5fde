import { asRoot, borrowMember, borrowUser, commitFiles } from '@forgemesh/testing';
import { createRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/divergences', () => {
  it('counts the commits of each side', async () => {
    const { id, repository } = await createRepository();
    const side = { branch: 'side/one', start_branch: 'main' };
    await commitFiles(root, `/projects/${id}`, { one: '1' }, side);
    await commitFiles(root, `/projects/${id}`, { two: '2' }, { branch: 'side/one' });
    await commitFiles(root, `/projects/${id}`, { three: '3' });
    const get = (query: string) => root.get(`${repository}/divergences?${query}`);
    const { status, body } = await get('refs[]=side%2Fone&refs[]=main&refs[]=none');
    expect(status).toBe(200);
    expect(body).toEqual([
      { ref: 'side/one', ahead: 2, behind: 1 },
      { ref: 'main', ahead: 0, behind: 0 },
    ]);
    expect((await get('refs[]=main&base=side%2Fone')).body).toEqual([{ ref: 'main', ahead: 1, behind: 2 }]);
  });

  it('refuses too many refs and an unknown base', async () => {
    const { repository } = await createRepository();
    const get = (query: string) => root.get(`${repository}/divergences?${query}`);
    expect(await get('')).toMatchObject({ status: 400, body: { error: 'refs is missing' } });
    expect(await get(Array.from({ length: 101 }, () => 'refs[]=main').join('&'))).toMatchObject({
      status: 400,
      body: { message: 'At most 100 refs are allowed' },
    });
    expect(await get('refs[]=main&base=none')).toMatchObject({
      status: 404,
      body: { message: '404 Commit Not Found' },
    });
  });

  it('needs the Reporter role in a private project', async () => {
    const { id, repository } = await createRepository();
    const guest = await borrowMember(root, `/projects/${id}`, 10);
    expect((await guest.api.get(`${repository}/divergences?refs[]=main`)).status).toBe(403);
    expect((await (await borrowUser()).api.get(`${repository}/divergences?refs[]=main`)).status).toBe(404);
  });
});
