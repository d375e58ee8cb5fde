import { StaticObjectTokenServiceDefinition } from '@forgemesh/proto/identity/v1/static_object_token';
import { api, asRoot, createUser, meshCaller, waitFor } from '@forgemesh/testing';

const path = '/user/static_object_token';

describe('DELETE /user/static_object_token', () => {
  const caller = meshCaller();
  const tokens = caller.client(StaticObjectTokenServiceDefinition, 'identity');
  const issue = async ({ id }: { id: number }): Promise<string> =>
    (await tokens.issueStaticObjectToken({ user_id: id })).token;
  afterAll(() => caller.close());

  it('replaces the token of the caller alone', async () => {
    const [user, other] = [await createUser(), await createUser()];
    // The first calls are concurrent and return the same token.
    const issued = await Promise.all([1, 2, 3, 4].map(() => issue(user)));
    const [token = ''] = issued;
    expect(issued).toEqual([token, token, token, token]);
    const ofOther = await issue(other);
    expect((await tokens.authenticateStaticObjectToken({ token })).user).toEqual({
      id: user.id,
      username: user.username,
      name: `Name of ${user.username}`,
      admin: false,
      external: false,
    });

    const { status, body } = await user.api.delete(path);
    expect([status, body]).toEqual([204, undefined]);
    await expect(tokens.authenticateStaticObjectToken({ token })).rejects.toMatchObject({ reason: 'unauthenticated' });
    expect((await tokens.authenticateStaticObjectToken({ token: ofOther })).user?.id).toBe(other.id);
    expect(await issue(user)).not.toBe(token);
    expect(await issue(other)).toBe(ofOther);
    expect([(await user.api.delete(path)).status, (await user.api.delete(path)).status]).toEqual([204, 204]);
  });

  it('is not needed for a deleted user, whose token is removed', async () => {
    const user = await createUser();
    const token = await issue(user);
    await asRoot().delete(`/users/${user.id}`);
    const next = await waitFor(
      () => issue(user),
      (issued) => issued !== token,
    );
    expect(next).not.toBe(token);
    await expect(tokens.authenticateStaticObjectToken({ token: next })).rejects.toMatchObject({
      reason: 'unauthenticated',
    });
  });

  it('requires a token with the scope api', async () => {
    expect((await api().delete(path)).status).toBe(401);
    expect((await (await createUser({}, ['read_api'])).api.delete(path)).status).toBe(403);
  });
});
